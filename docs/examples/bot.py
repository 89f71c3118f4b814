"""A bot from outside: it joins a table of a Trivet server and answers at random.

python docs/examples/bot.py http://127.0.0.1:8000/t/NAME
"""

import random
import sys

from trivet.client import Client, place_of


def main(link: str) -> None:
    place = place_of(link)
    client = Client(place.server)
    client.rename("Random Robot")
    with client.enter(place.room) as table:
        table.sit(place.seat, place.ticket)
        table.ready()
        while ask := table.question():
            table.answer(random.choice(ask.options).text)
        if table.room.result:
            print("The game is over:", table.room.result.scores)


if __name__ == "__main__":
    main(sys.argv[1])
