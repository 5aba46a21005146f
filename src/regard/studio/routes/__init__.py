"""One file per view; each has a `router`."""

from regard.studio.routes import about, compare, heads, inside, jobs, next, positions, read, runs, train, translate

ROUTERS = [
    about.router,
    read.router,
    compare.router,
    jobs.router,
    train.router,
    runs.router,
    runs.addresses,
    heads.router,
    inside.router,
    translate.router,
    next.router,
    positions.router,
]
