/** The reason why a backup or a restore was refused, for the operator. */
export class BackupRefused extends Error {
  override name = 'BackupRefused'
}

/** The error as a sentence if it means a full disk, otherwise itself. */
export function explainFull(error: unknown, place: string): unknown {
  const code = error instanceof Error ? Reflect.get(error, 'code') : undefined
  return code === 'ENOSPC' || code === 'EDQUOT' ? new BackupRefused(`the disk of ${place} is full`) : error
}
