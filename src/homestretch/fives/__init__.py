"""The Fives family: points for open ends that total a multiple of five.

Horse Race and Seven Rocks are two rulesets of the same rules; nothing here asks which of them is played.
"""
