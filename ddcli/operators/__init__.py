"""What users call on batches."""
