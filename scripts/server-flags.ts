/**
 * How Node is started for the built server. About 80 MB of its heap are live; without limits V8 lets garbage grow to
 * several hundred megabytes on a machine that has them, and with a limit alone it marks all live objects again whenever
 * a quarter was added, more than once a second under load: a third of the server's processor time. The young generation
 * takes three times its figure; a larger one takes no less processor time, and its pauses are longer.
 */
export const serverFlags: readonly string[] = [
  '--min-semi-space-size=8',
  '--max-semi-space-size=8',
  '--max-old-space-size=320',
  '--heap-growing-percent=50',
]
