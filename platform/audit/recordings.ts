/** The archives that the server's own chain records: those that were written, and those whose rows were removed. */
export type Recordings = { written: Set<string>; removed: Set<string> }

/** An archive as its events name it. */
type RecordedArchive = { chain: number; from: number; to: number; hash: string; sha256: string }

export const noRecordings = (): Recordings => ({ written: new Set(), removed: new Set() })

export const recordingOf = ({ chain, from, to, hash, sha256 }: RecordedArchive): string =>
  [`chain:${chain}`, from, to, hash, sha256].join(' ')

/** The values of an archive in its events. A value named `hash` would be withheld there. */
export const recordedValues = ({ from, to, hash, sha256 }: RecordedArchive, file_name: string) => ({
  from,
  to,
  end: hash,
  file_name,
  sha256,
})

const kinds = { 'audit.archive': 'written', 'audit.archive_removed': 'removed' } as const

/** Notes the sealed text of an event of the server's own chain, if it records an archive. */
export function noteRecording(recordings: Recordings, canonical: string | null): void {
  // Most events record no archive, and parsing each would take longer than sealing it.
  if (!canonical?.includes('"audit.archive')) return
  const values: unknown[] = JSON.parse(canonical)
  const [action, subject, after] = [values[3], values[4], values[13]]
  if (typeof action !== 'string' || !Object.hasOwn(kinds, action)) return
  const { from, to, end, sha256 } = (after ?? {}) as Record<string, unknown>
  recordings[kinds[action as keyof typeof kinds]].add([subject, from, to, end, sha256].join(' '))
}
