"""Hide the people in written conversations and keep the conversation."""
