/**
 * The flags of Node for the built server. About 80 MB of its heap are live. Without limits, V8 lets garbage grow to
 * several hundred megabytes on a machine that has them. With only a heap limit, it marks all live objects after every
 * quarter of growth, more than once a second under load: a third of the server's CPU time. The young generation takes
 * three times its figure; a larger one saves no CPU time and has longer pauses.
 */
export const serverFlags: readonly string[] = [
  '--min-semi-space-size=8',
  '--max-semi-space-size=8',
  '--max-old-space-size=320',
  '--heap-growing-percent=50',
]
