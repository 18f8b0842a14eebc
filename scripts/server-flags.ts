/**
 * How Node is started for the built server. About 35 MB of its heap are alive; without bounds V8 lets garbage grow to
 * several hundred megabytes on a machine that has them. The young generation takes three times its figure; where it is
 * small, a busy server's helper threads spend a third of its processor time on moving what would be dead a moment later.
 */
export const serverFlags: readonly string[] = [
  '--min-semi-space-size=16',
  '--max-semi-space-size=32',
  '--max-old-space-size=320',
]
