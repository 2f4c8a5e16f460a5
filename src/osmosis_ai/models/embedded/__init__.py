"""The embedded model: llama.cpp in a supervised process."""
