"""What lies on disk: runs, trainings and their events, files that were sent, what can be trained."""
