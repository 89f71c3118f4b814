"""Long trials that try to break the server and the page; planted faults show that they would."""
