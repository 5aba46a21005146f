"""One file per view; each has a `router`."""

from regard.studio.routes import about, heads, inside, jobs, read

ROUTERS = [about.router, read.router, jobs.router, heads.router, inside.router]
