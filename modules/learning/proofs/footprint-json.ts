import type { Footprint } from './footprint.ts'
import { wordsOf } from './footprint-words.ts'

/** The footprint for programs: instants in UTC, and those of the ledger also in local time. */
export async function footprintJson(footprint: Footprint): Promise<Uint8Array> {
  const { ranges, ...fields } = footprint
  const { local } = wordsOf('en-us', footprint.student.time_zone)
  const seat_ranges = []
  for await (const batch of ranges()) {
    for (const range of batch)
      seat_ranges.push({ ...range, from_local: local(range.from_at), to_local: local(range.to_at) })
  }
  return new TextEncoder().encode(`${JSON.stringify({ ...fields, seat_ranges }, null, 2)}\n`)
}
