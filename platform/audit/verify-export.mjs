// Verifies an export for auditors on any computer with Node.js 20 or later, without the school's server:
//   node verify-export.mjs EXPORT.zip --key key.pem
// Exits with 1 if the export was changed, and with 2 if it could not be read. It needs no other file: read it to see what
// it checks. The signature is Ed25519, the hashes are SHA-256.
import { createHash, createPublicKey, verify } from 'node:crypto'
import { readFileSync, realpathSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { inflateRawSync } from 'node:zlib'

/** More than any export contains. */
const limits = { entries: 20_000, unpacked: 2_000_000_000 }
/** The files that the manifest does not list. */
const proofs = ['manifest.json', 'manifest.sig', 'SHA256SUMS', 'SHA256SUMS.sig']
/** The files without which an export of the second format is not whole. */
const wholeFiles = ['roster.csv', 'rules.json', 'numbers.json', 'audit-events.jsonl', 'school-events.jsonl']

const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex')

/** The files of a ZIP archive by name, as its directory lists them. */
function unzip(content) {
  const zip = Buffer.from(content.buffer, content.byteOffset, content.length)
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  if (end < 0) throw new Error('this is not a complete ZIP archive')
  const count = zip.readUInt16LE(end + 10)
  if (count > limits.entries) throw new Error('the archive has too many files')
  const files = new Map()
  let at = zip.readUInt32LE(end + 16)
  let unpacked = 0
  for (let entry = 0; entry < count; entry += 1) {
    if (zip.readUInt32LE(at) !== 0x02014b50) throw new Error('the directory of the archive is damaged')
    const [name_length, extra, comment] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset))
    const name = zip.toString('utf8', at + 46, at + 46 + name_length)
    if (files.has(name)) throw new Error(`${name} is in the archive twice`)
    const size = zip.readUInt32LE(at + 24)
    unpacked += size
    if (unpacked > limits.unpacked) throw new Error('the archive is too large')
    files.set(name, contentOf(zip, at, size))
    at += 46 + name_length + extra + comment
  }
  return files
}

/** The content of the file whose entry in the directory is at `at`; null if it is damaged. */
function contentOf(zip, at, size) {
  const method = zip.readUInt16LE(at + 10)
  const local = zip.readUInt32LE(at + 42)
  const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
  const packed = zip.subarray(from, from + zip.readUInt32LE(at + 20))
  try {
    return method === 0 ? packed : inflateRawSync(packed, { maxOutputLength: Math.max(size, 1) })
  } catch {
    return null
  }
}

/**
 * Compares an export with its signature by the school's public key (PEM). `faults` is empty if nothing was changed.
 * Throws if the content is not a ZIP archive.
 */
export function verifyExport(content, public_key) {
  const files = unzip(content)
  const [signed, signature] = [files.get('manifest.json'), files.get('manifest.sig')]
  if (!signed || !signature) return { manifest: null, faults: ['the manifest or its signature is missing'] }
  const key = createPublicKey(public_key)
  if (!verify(null, signed, key, Buffer.from(signature.toString(), 'base64')))
    return { manifest: null, faults: ['the signature is not that of this key and this manifest'] }
  const manifest = JSON.parse(signed.toString())
  if (!/^waypost-audit-export\/[12]$/.test(manifest.format))
    return { manifest, faults: [`this program does not know the format ${manifest.format}`] }
  const faults = [
    ...fileFaults(files, manifest),
    ...sumsFaults(files, manifest, key),
    ...partFaults(manifest),
    ...eventFaults(files, manifest),
  ]
  return { manifest, faults }
}

function fileFaults(files, manifest) {
  const listed = Object.entries(manifest.files)
  const names = new Set([...proofs, ...listed.map(([name]) => name)])
  return [
    ...listed.flatMap(([name, file]) => {
      if (!files.has(name)) return [`${name}: missing`]
      return isWhole(files.get(name), file) ? [] : [`${name}: changed`]
    }),
    ...[...files.keys()].filter((name) => !names.has(name)).map((name) => `${name}: not in the manifest`),
  ]
}

const isWhole = (content, file) =>
  content !== null && content !== undefined && content.length === file.bytes && sha256(content) === file.sha256

/** SHA256SUMS, the list for other programs, must match the manifest. */
function sumsFaults(files, manifest, key) {
  const hashes = Object.entries(manifest.files).map(([name, file]) => [name, file.sha256])
  const lines = [...hashes, ['manifest.json', sha256(files.get('manifest.json'))]].map(
    ([name, hash]) => `${hash}  ${name}\n`,
  )
  const [sums, signature] = [files.get('SHA256SUMS'), files.get('SHA256SUMS.sig')]
  if (!sums || sums.toString() !== lines.join('')) return ['SHA256SUMS: changed']
  return signature && verify(null, sums, key, signature) ? [] : ['SHA256SUMS.sig: changed']
}

const partFaults = ({ format, files }) =>
  format === 'waypost-audit-export/1'
    ? []
    : wholeFiles.filter((name) => !Object.hasOwn(files, name)).map((name) => `${name}: not part of the export`)

/** The seals need the school's secret; their order, and the end of the chain after them, do not. */
function eventFaults(files, manifest) {
  const about = eventsIn(files, manifest, 'audit-events.jsonl')
  const ofSchool = eventsIn(files, manifest, 'school-events.jsonl')
  return [...chainFaults([...about, ...ofSchool], manifest), ...periodFaults(ofSchool, manifest)]
}

/** The events of a file that is whole, each with the organization and the instant from its sealed text. */
function eventsIn(files, manifest, name) {
  const file = Object.hasOwn(manifest.files, name) ? manifest.files[name] : null
  if (!file || !isWhole(files.get(name), file)) return []
  return files
    .get(name)
    .toString()
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const event = JSON.parse(line)
      const [, organization_id, at] = JSON.parse(event.canonical)
      return { ...event, organization_id, at }
    })
}

/** Each organization has its own chain. */
function chainFaults(events, { chain, chains }) {
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
function periodFaults(events, { period }) {
  if (!period) return []
  const [first, last] = [period.starts_at.slice(0, 19), period.ends_before.slice(0, 19)]
  return events
    .filter(({ at }) => at.slice(0, 19) < first || at.slice(0, 19) >= last)
    .map(({ at }) => `event of ${at}: outside the period`)
}

function main() {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { key: { type: 'string' } } })
  const [file] = positionals
  if (!file || !values.key) throw new Error('usage: node verify-export.mjs EXPORT.zip --key key.pem')
  const { manifest, faults } = verifyExport(readFileSync(file), readFileSync(values.key, 'utf8'))
  for (const fault of faults) console.log(`CHANGED  ${fault}`)
  if (faults.length > 0 || !manifest) return 1
  const { school, program_id, from_on, to_on, courses, made_at, made_for, chain } = manifest
  console.log(`OK       ${school}, ${program_id}, ${from_on} to ${to_on}: ${courses} courses`)
  console.log(`made     ${made_at} for ${made_for}`)
  if (chain) console.log(`chain    ${chain.organization_id}:${chain.position}:${chain.hash}`)
  return 0
}

if (process.argv[1] && import.meta.url === pathToFileURL(realpathSync(process.argv[1])).href) {
  try {
    process.exitCode = main()
  } catch (error) {
    console.error(error.message)
    process.exitCode = 2
  }
}
