"""Other people's Dou Dizhu engines, asked the same questions as chupai."""
