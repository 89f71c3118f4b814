# Sourced by ./play and ./test, which set $top.
# shellcheck shell=sh

unset PYTHONPATH PYTHONHOME
python=$top/.venv/bin/python

ready() { # play | tools | rules: see tools/ready.py
    host=$(any_python) || return
    "$host" -I "$top/tools/ready.py" "$@"
}

any_python() {
    for name in "$python" python3.13 python3.12 python3.11 python3 python3.14; do
        if "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then
            echo "$name"
            return
        fi
    done
    echo 'Trivet needs Python 3.11 or newer and found none: install python3 and start again.' >&2
    return 1
}
