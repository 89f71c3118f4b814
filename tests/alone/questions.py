"""What bots answer to a server's questions.  Run by test_digests.py, in the Python of a page."""

import msgspec

import trivet.server.bots.bot_worker as worker
from trivet.catalogue import GAMES
from trivet.core.dice import Dice
from trivet.core.mind import Mind
from trivet.core.state import CHANCE
from trivet.server.bots.pool import question

APART = 25  # answers between two questions
MANY = 12  # questions a game

said = []
for game in GAMES.values():
    state, dice, number, asked = game.new(game.fewest), Dice(5), 0, 0
    while asked < MANY:
        if state.is_over():
            state = game.new(game.fewest)
        number += 1
        if state.turn != CHANCE and number > asked * APART:
            asked += 1
            request = question(("greedy", "random")[asked % 2], Mind(state, state.turn))
            request.seed = b"x" * 12
            sent = msgspec.msgpack.encode(request)
            reply = worker.answer(msgspec.msgpack.decode(sent, type=worker.ThinkRequest))
            said.append(f"{game.name} {number} {reply.choice}")
        state.apply(state.turn, state.sample(state.turn, dice))
result = "\n".join(said)
