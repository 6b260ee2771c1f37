"""What turns the PDF of a card into one for the press: inks in place of light, boxes and marks, what the standard asks."""
