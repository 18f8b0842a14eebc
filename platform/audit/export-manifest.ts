import { createHash } from 'node:crypto'
import { z } from '#platform/schema.ts'

/** The files of an export in addition to those that the manifest lists. */
export const manifestName = 'manifest.json'
export const signatureName = 'manifest.sig'
/** The hashes of all files, the manifest's included, as `sha256sum -c` reads them, and its signature in bytes. */
export const sumsName = 'SHA256SUMS'
export const sumsSignatureName = 'SHA256SUMS.sig'
/** One event per line, each with its seal. */
export const eventsName = 'audit-events.jsonl'

/** The same for events about the school itself: those of the school's agencies, programs and certificate numbers. */
export const schoolEventsName = 'school-events.jsonl'

const Chain = z.object({ organization_id: z.int(), position: z.int(), hash: z.string(), waiting: z.int() })

/** The contents of an export; its signature covers these bytes. */
export const Manifest = z.object({
  /** Exports of the first format have no period, chains and events of the school. */
  format: z.enum(['waypost-audit-export/1', 'waypost-audit-export/2']),
  made_at: z.string(),
  made_for: z.string(),
  school: z.string(),
  program_id: z.string(),
  from_on: z.string(),
  to_on: z.string(),
  /** The instants that limit the days, in the school's time zone. Events of the school lie between them. */
  period: z.object({ time_zone: z.string(), starts_at: z.string(), ends_before: z.string() }).optional(),
  courses: z.int(),
  /** The end of the school's chain of seals when the export was made: docs/audit.md. */
  chain: Chain.nullable(),
  /** The same for every organization whose events the export may contain. */
  chains: z.array(Chain).optional(),
  key_id: z.string(),
  files: z.record(z.string(), z.object({ sha256: z.string(), bytes: z.int() })),
})
export type Manifest = z.output<typeof Manifest>

/** A sealed event in an export; `canonical` is the text that the seal covers. */
export const ExportedEvent = z.object({
  canonical: z.string(),
  position: z.int().nullable(),
  previous_hash: z.string().nullable(),
  hash: z.string().nullable(),
})
export type ExportedEvent = z.output<typeof ExportedEvent>

/** The organization of an event, and its instant in UTC, from the text that its seal covers (canonical.ts). */
export function placeOf(canonical: string): { organization_id: number; at: string } {
  const [, organization_id, at] = z.tuple([z.int(), z.int(), z.string()]).rest(z.unknown()).parse(JSON.parse(canonical))
  return { organization_id, at }
}

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** The lines of SHA256SUMS, by the name of the file. */
export const sumsOf = (hashes: ReadonlyMap<string, string>): string =>
  [...hashes].map(([name, hash]) => `${hash}  ${name}\n`).join('')
