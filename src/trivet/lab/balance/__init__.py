"""The balance lab: bots play a game against themselves, and a report says how it plays."""

from trivet.lab.balance.report import Report as Report
from trivet.lab.balance.report import balance as balance
