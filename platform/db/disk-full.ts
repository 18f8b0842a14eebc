const restMs = 30_000
let refusedAt = Number.NEGATIVE_INFINITY

/** The database has refused to write because its disk is full (SQLSTATE 53100). */
export function noteDiskFull(): void {
  refusedAt = performance.now()
}

/** Whether it did so within the last half minute: a probe of its own would cost a write, and would miss a short lack. */
export const wasDiskFull = (): boolean => performance.now() - refusedAt < restMs
