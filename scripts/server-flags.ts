/**
 * How Node is started for the built server. About 35 MB of its heap are alive; without bounds V8 lets garbage grow to
 * several hundred megabytes on a machine that has them. The young generation takes three times its figure.
 */
export const serverFlags: readonly string[] = ['--max-semi-space-size=16', '--max-old-space-size=320']
