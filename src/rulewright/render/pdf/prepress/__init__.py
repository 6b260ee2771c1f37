"""What makes the PDF of a card one for the press: inks in place of light, boxes and marks, what the standard asks."""
