"""Words of a game: questions, answers, news and topics as rows."""
