"""One file per view; each has a `router`."""

from regard.studio.routes import about, jobs, read

ROUTERS = [about.router, read.router, jobs.router]
