"""Whether the proof would notice: every printed statement is altered, and must then disagree with the rules code."""
