"""The parts of `tools/train_tagger.py`: texts to learn from, the network, training, export."""
