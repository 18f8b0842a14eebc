/**
 * How Node is started for the built server. About 70 MB of its heap are live; without limits V8 lets garbage grow to
 * several hundred megabytes on a machine that has them, and with a limit alone it marks all live objects again whenever
 * a quarter was added, more than once a second under load: a third of the server's processor time. The young generation
 * takes three times its figure.
 */
export const serverFlags: readonly string[] = [
  '--min-semi-space-size=16',
  '--max-semi-space-size=32',
  '--max-old-space-size=320',
  '--heap-growing-percent=100',
]
