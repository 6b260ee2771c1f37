"""What every room uses: findings, messages, limits, processes and stored results. It knows nothing of games."""
