"""People in a notebook: cards to search, and the family tree that answers by which rule whose claim is best."""
