const windowMs = 30_000
let refusedAt = Number.NEGATIVE_INFINITY

/** Records that the database refused a write because its disk is full (SQLSTATE 53100). */
export function noteDiskFull(): void {
  refusedAt = performance.now()
}

/** Whether that happened in the last half minute. A separate probe would cost a write and miss short outages. */
export const wasDiskFull = (): boolean => performance.now() - refusedAt < windowMs
