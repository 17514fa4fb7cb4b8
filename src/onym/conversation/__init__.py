"""Who answers whom, who wrote last, and whose words are quoted."""
