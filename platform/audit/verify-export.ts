import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import { openZip, type Zip } from '#platform/readers/zip.ts'
import {
  ExportedEvent,
  eventsName,
  Manifest,
  manifestName,
  placeOf,
  schoolEventsName,
  sha256,
  signatureName,
  sumsName,
  sumsOf,
  sumsSignatureName,
  wholeFiles,
} from './export-manifest.ts'

/** More than any export contains. */
const limits = { entries: 20_000, unpacked: 2_000_000_000 }

export type VerifiedExport = { manifest: Manifest | null; faults: string[] }

/** Verifies an export for auditors with nothing but its bytes and the school's public key (PEM). */
export async function verifyExport(content: Uint8Array, public_key: string): Promise<VerifiedExport> {
  const zip = await openZip(content, limits)
  const signed = await zip.bytes(manifestName)
  const signature = await zip.text(signatureName)
  if (!signed || !signature) return { manifest: null, faults: ['the manifest or its signature is missing'] }
  const key = createPublicKey(public_key)
  if (!verify(null, signed, key, Buffer.from(signature, 'base64')))
    return { manifest: null, faults: ['the signature is not that of this key and this manifest'] }
  const manifest = Manifest.parse(JSON.parse(new TextDecoder().decode(signed)))
  const faults = [
    ...(await fileFaults(zip, manifest)),
    ...(await sumsFaults(zip, manifest, signed, key)),
    ...partFaults(manifest),
    ...(await eventFaults(zip, manifest)),
  ]
  return { manifest, faults }
}

/** SHA256SUMS, the list for other programs, must match the manifest. */
async function sumsFaults(zip: Zip, { files }: Manifest, signed: Uint8Array, key: KeyObject): Promise<string[]> {
  const [sums, signature] = [await zip.bytes(sumsName), await zip.bytes(sumsSignatureName)]
  const hashes = new Map(Object.entries(files).map(([name, file]) => [name, file.sha256]))
  const expected = sumsOf(hashes.set(manifestName, sha256(signed)))
  if (!sums || new TextDecoder().decode(sums) !== expected) return [`${sumsName}: changed`]
  return signature && verify(null, sums, key, signature) ? [] : [`${sumsSignatureName}: changed`]
}

async function fileFaults(zip: Zip, { files }: Manifest): Promise<string[]> {
  const faults: string[] = []
  for (const [name, { sha256: expected, bytes }] of Object.entries(files)) {
    const content = await zip.bytes(name)
    if (!content) faults.push(`${name}: missing`)
    else if (content.length !== bytes || sha256(content) !== expected) faults.push(`${name}: changed`)
  }
  const listedNames = new Set([...Object.keys(files), manifestName, signatureName, sumsName, sumsSignatureName])
  return [
    ...faults,
    ...zip.names.filter((name) => !listedNames.has(name)).map((name) => `${name}: not in the manifest`),
  ]
}

/** The parts that every export of the second format has. */
const partFaults = ({ format, files }: Manifest): string[] =>
  format === 'waypost-audit-export/1'
    ? []
    : wholeFiles.filter((name) => !Object.hasOwn(files, name)).map((name) => `${name}: not part of the export`)

/** The seals need the school's secret; their order, and the end of the chain after them, do not. */
async function eventFaults(zip: Zip, manifest: Manifest): Promise<string[]> {
  const about = await eventsIn(zip, eventsName)
  const ofSchool = await eventsIn(zip, schoolEventsName)
  return [...chainFaults([...about, ...ofSchool], manifest), ...periodFaults(ofSchool, manifest)]
}

type ReadEvent = ExportedEvent & { organization_id: number; at: string }

async function eventsIn(zip: Zip, name: string): Promise<ReadEvent[]> {
  const lines = ((await zip.text(name)) ?? '').split('\n').filter(Boolean)
  return lines.map((line) => {
    const event = ExportedEvent.parse(JSON.parse(line))
    return { ...event, ...placeOf(event.canonical) }
  })
}

/** Each organization has its own chain. */
function chainFaults(events: readonly ReadEvent[], { chain, chains }: Manifest): string[] {
  const ends = chains ?? (chain ? [chain] : [])
  const hashes = new Map(events.map(({ organization_id, position, hash }) => [`${organization_id}:${position}`, hash]))
  return events.flatMap(({ organization_id, position, previous_hash }) => {
    if (position === null) return []
    const before = hashes.get(`${organization_id}:${position - 1}`)
    if (before !== undefined && before !== previous_hash)
      return [`event at ${position}: does not follow the one before`]
    const end = ends.find((each) => each.organization_id === organization_id)
    return end && position <= end.position ? [] : [`event at ${position}: behind the end of the chain`]
  })
}

/** The period's limits are whole seconds, so instants of any precision compare as text. */
const periodFaults = (events: readonly ReadEvent[], { period }: Manifest): string[] =>
  period === undefined
    ? []
    : events
        .filter(
          ({ at }) =>
            at.slice(0, 19) < period.starts_at.slice(0, 19) || at.slice(0, 19) >= period.ends_before.slice(0, 19),
        )
        .map(({ at }) => `event of ${at}: outside the period`)
