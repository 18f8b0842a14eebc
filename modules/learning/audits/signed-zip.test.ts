import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { verifyExport } from '#platform/audit/verify-export.mjs'
import { signedZip } from './signed-zip.ts'

const { privateKey, publicKey } = generateKeyPairSync('ed25519')
const public_key = publicKey.export({ format: 'pem', type: 'spki' }).toString()
const about = {
  format: 'waypost-audit-export/1',
  made_at: '2026-03-20T12:00:00.000Z',
  made_for: 'Ina Spector (7)',
  school: 'AAA',
  program_id: 'fl-bdi',
  from_on: '2026-01-01',
  to_on: '2026-03-31',
  courses: 0,
  chain: null,
  key_id: 'key',
} as const

/** Files of random bytes, which do not compress, and a list of the files read. */
function bigFiles(count: number) {
  const openedFiles: string[] = []
  const files = Array.from({ length: count }, (_, index) => ({
    name: `courses/${index}.json`,
    async *read() {
      openedFiles.push(String(index))
      yield crypto.getRandomValues(new Uint8Array(60_000))
    },
  }))
  return { files, opened: openedFiles }
}

test('a file is read only after the archive before it was consumed, and an abandoned archive is read no further', async () => {
  const { files, opened } = bigFiles(200)
  const archive = signedZip(files, about, privateKey)
  await archive.next()
  expect(opened.length).toBeLessThan(10)
  await archive.return(undefined)
  for (let turn = 0; turn < 100; turn += 1) await new Promise((resolve) => setImmediate(resolve))
  expect(opened.length).toBeLessThan(10)
})

test('the reader of an abandoned archive closes what it has open', async () => {
  let closedCount = 0
  const file = {
    name: 'courses/1.json',
    async *read() {
      try {
        for (;;) yield crypto.getRandomValues(new Uint8Array(60_000))
      } finally {
        closedCount += 1
      }
    },
  }
  const time = new AbortController()
  const [abandonedZip, lateZip] = [
    signedZip([file], about, privateKey),
    signedZip([file], about, privateKey, time.signal),
  ]
  // The second chunk is the file's content; the first may be only its header.
  for (const archive of [abandonedZip, lateZip]) for (let part = 0; part < 2; part += 1) await archive.next()
  await abandonedZip.return(undefined)
  time.abort(new Error('too long'))
  await expect(lateZip.next()).rejects.toThrow('too long')
  for (let turn = 0; turn < 100; turn += 1) await new Promise((resolve) => setImmediate(resolve))
  expect(closedCount).toBe(2)
})

test('the whole archive verifies, with the hash of every file', async () => {
  const parts: Uint8Array[] = []
  for await (const part of signedZip(bigFiles(20).files, about, privateKey)) parts.push(part)
  const { manifest, faults } = verifyExport(Buffer.concat(parts), public_key)
  expect(faults).toEqual([])
  expect(Object.keys(manifest!.files)).toHaveLength(20)
})

test('an archive ends with an error after its time limit, even without a reader', async () => {
  const { files, opened } = bigFiles(200)
  const time = new AbortController()
  const archive = signedZip(files, about, privateKey, time.signal)
  await archive.next()
  time.abort(new Error('too long'))
  for (let turn = 0; turn < 100; turn += 1) await new Promise((resolve) => setImmediate(resolve))
  await expect(archive.next()).rejects.toThrow('too long')
  expect(opened.length).toBeLessThan(10)
})

test('a file that cannot be read ends the archive with its error', async () => {
  const invalidInput = {
    name: 'courses/1.json',
    // biome-ignore lint/correctness/useYield: it fails before its first bytes.
    async *read(): AsyncGenerator<Uint8Array> {
      throw new Error('no record')
    },
  }
  const take = async () => {
    for await (const part of signedZip([invalidInput], about, privateKey)) expect(part.length).toBeGreaterThan(0)
  }
  await expect(take()).rejects.toThrow('no record')
})

test('a verified export has every part, its events of the school lie in its days, and each organization has its own chain', async () => {
  const hash = (digit: string) => digit.repeat(64)
  const eventAt = (id: number, organization_id: number, at: string, position: number, before: string, own: string) =>
    `${JSON.stringify({
      canonical: JSON.stringify([id, organization_id, at, 'agency.hold', 'agency:fl-dhsmv']),
      position,
      previous_hash: hash(before),
      hash: hash(own),
    })}\n`
  const second = {
    ...about,
    format: 'waypost-audit-export/2',
    period: { time_zone: 'UTC', starts_at: '2026-01-01T00:00:00.000Z', ends_before: '2026-04-01T00:00:00.000Z' },
    chains: [1, 2].map((organization_id) => ({ organization_id, position: 5, hash: hash('e'), waiting: 0 })),
  } as const
  // The last moment of the period; positions of two organizations that would not follow each other in one chain.
  const events =
    eventAt(1, 1, '2026-01-01T00:00:00.000000Z', 4, 'a', 'b') +
    eventAt(2, 2, '2026-03-31T23:59:59.999999Z', 5, 'c', 'd')
  const names = ['roster.csv', 'rules.json', 'numbers.json', 'audit-events.jsonl'] as const
  const verify = async (schoolEvents: string, parts: readonly string[] = names) => {
    const all = [...parts.map((name) => [name, ''] as const), ['school-events.jsonl', schoolEvents] as const]
    const files = all.map(([name, text]) => ({
      name,
      async *read() {
        yield Buffer.from(text)
      },
    }))
    const chunks: Uint8Array[] = []
    for await (const chunk of signedZip(files, second, privateKey)) chunks.push(chunk)
    return verifyExport(Buffer.concat(chunks), public_key).faults
  }
  expect(await verify(events)).toEqual([])
  expect(await verify(events, names.slice(1))).toEqual(['roster.csv: not part of the export'])
  const lateEvent = eventAt(3, 1, '2026-04-01T00:00:00.000000Z', 5, 'b', 'f')
  expect(await verify(lateEvent)).toEqual(['event of 2026-04-01T00:00:00.000000Z: outside the period'])
  const earlyEvent = eventAt(3, 1, '2025-12-31T23:59:59.999999Z', 5, 'b', 'f')
  expect(await verify(earlyEvent)).toEqual(['event of 2025-12-31T23:59:59.999999Z: outside the period'])
  const brokenChain = events + eventAt(3, 1, '2026-02-01T00:00:00.000000Z', 5, 'c', 'f')
  expect(await verify(brokenChain)).toEqual(['event at 5: does not follow the one before'])
  const behind = eventAt(3, 1, '2026-02-01T00:00:00.000000Z', 6, 'c', 'f')
  expect(await verify(behind)).toEqual(['event at 6: behind the end of the chain'])
})
