"""`./play campaign simulate`: whole worlds of servers, stores and people on virtual time.

The real rooms, mailboxes, bots' lines and stores run; clock, chance, disk, network and people are
simulated.  One seed decides everything, so that whatever goes wrong can be had again.
"""
