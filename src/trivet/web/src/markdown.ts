// The Markdown of Trivet's rulebooks: headings, paragraphs, lists, tables and drawings.

export type Inline = { kind: "text" | "strong" | "em" | "code"; text: string };
export type Block =
  | { kind: "heading"; level: number; text: string; id: string }
  | { kind: "paragraph"; inline: Inline[] }
  | { kind: "rule"; id: string; inline: Inline[] }
  | { kind: "list"; isOrdered: boolean; items: Inline[][] }
  | { kind: "table"; head: Inline[][]; rows: Inline[][][] }
  | { kind: "drawing"; text: string };

const ITEM = /^(?:- |[0-9]+\. )/;
const RULE = /^- \*\*([A-Z]+-[0-9]+)\*\* /;

export function blocks(text: string): Block[] {
  const found: Block[] = [];
  const lines = text.split("\n");
  let at = 0;
  /** The following lines that belong to the same block. */
  const take = (goesOn: (line: string) => boolean): string[] => {
    const taken: string[] = [];
    while (at < lines.length && goesOn(lines[at] ?? "")) taken.push(lines[at++] ?? "");
    return taken;
  };
  while (at < lines.length) {
    const line = lines[at] ?? "";
    if (!line.trim()) at += 1;
    else if (line.startsWith("```")) {
      at += 1;
      found.push({ kind: "drawing", text: take((one) => !one.startsWith("```")).join("\n") });
      at += 1;
    } else if (line.startsWith("#")) {
      const title = line.replace(/^#+ /, "").replaceAll("\\*", "*"); // Tri*T*Area
      found.push({ kind: "heading", level: line.indexOf(" "), text: title, id: slug(title) });
      at += 1;
    } else if (line.startsWith("|")) {
      const rows = take((one) => one.startsWith("|")).map(cells);
      found.push({ kind: "table", head: rows[0] ?? [], rows: rows.slice(2) });
    } else if (ITEM.test(line)) {
      addItem(found, line, [line.replace(ITEM, ""), ...takeRest(take)].join(" "));
    } else {
      found.push({ kind: "paragraph", inline: inline(take((one) => !!one.trim() && !/^(#|\||```|- )/.test(one)).join(" ")) });
    }
  }
  return found;

  function takeRest(taking: typeof take): string[] {
    at += 1;
    return taking((one) => one.startsWith("  ") && !!one.trim()).map((one) => one.trim());
  }
}

function addItem(found: Block[], line: string, text: string): void {
  const rule = RULE.exec(line);
  if (rule?.[1]) {
    found.push({ kind: "rule", id: rule[1], inline: inline(text.replace(/^\*\*[A-Z]+-[0-9]+\*\* /, "")) });
    return;
  }
  const isOrdered = !line.startsWith("- ");
  const last = found.at(-1);
  if (last?.kind === "list" && last.isOrdered === isOrdered) last.items.push(inline(text));
  else found.push({ kind: "list", isOrdered, items: [inline(text)] });
}

function cells(line: string): Inline[][] {
  return line
    .replace(/^\||\|\s*$/g, "")
    .split("|")
    .map((cell) => inline(cell.trim()));
}

const STAR = "\uE000"; // an asterisk that is meant as such, while marks are looked for

export function inline(written: string): Inline[] {
  const text = written.replaceAll("\\*", STAR);
  return marked(text).map((part) => ({ ...part, text: part.text.replaceAll(STAR, "*") }));
}

function marked(text: string): Inline[] {
  const parts: Inline[] = [];
  const mark = /\*\*(.+?)\*\*|\*(\S(?:.*?\S)?)\*|`(.+?)`/g;
  let end = 0;
  for (const match of text.matchAll(mark)) {
    if (match.index > end) parts.push({ kind: "text", text: text.slice(end, match.index) });
    if (match[1] !== undefined) parts.push({ kind: "strong", text: match[1] });
    else if (match[2] !== undefined) parts.push({ kind: "em", text: match[2] });
    else parts.push({ kind: "code", text: match[3] ?? "" });
    end = match.index + match[0].length;
  }
  if (end < text.length) parts.push({ kind: "text", text: text.slice(end) });
  return parts;
}

export function slug(title: string): string {
  return title.toLowerCase().replace(/[^a-z0-9]+/g, "-");
}
