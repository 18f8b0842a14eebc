import { expect, test } from 'vitest'
import { Refusal } from '#platform/errors.ts'
import { openLog } from '#platform/log.ts'
import { readInWorker, type Sender } from './read-in-worker.ts'
import { linearReader } from './testing/linear.reader.ts'
import { trialReader } from './testing/trial.reader.ts'

const lines: Record<string, unknown>[] = []
const from = (user_id: number): Sender =>
  ({ actor: { kind: 'user', user_id }, request: { address: '' }, log: openLog((line) => lines.push(line)) }) as never
const someone = from(1)
const end = (name: string, sender = someone, content?: Uint8Array) =>
  readInWorker(sender, trialReader, { end: name, ...(content && { content }) })
const refusalOf = (reading: Promise<unknown>) =>
  reading.then(
    () => null,
    (error: Refusal) => error,
  )

test('T-52: a read that hangs, uses too much memory, ends its thread or fails refuses its file only', async () => {
  // On a busy machine the time limit may end it before the memory limit.
  const ends = { loop: /time/, hoard: /memory|time/, exit: /crash/, recurse: /error/, throw: /error/ }
  for (const [name, reason] of Object.entries(ends)) {
    lines.length = 0
    const [refusal, good] = await Promise.all([refusalOf(end(name)), end('well', from(2))])
    expect(refusal).toBeInstanceOf(Refusal)
    expect(refusal!.kind).toMatchObject({ code: 'FILE_UNREADABLE', status: 422 })
    expect(good.size).toBe(0)
    expect(lines).toMatchObject([
      { event: 'reader.failed', reader: trialReader.name, why: expect.stringMatching(reason) },
    ])
    expect(JSON.stringify(lines)).not.toContain('words of the file')
  }
})

test("a reader's refusal is rethrown with its text, parameters and response", async () => {
  expect(await refusalOf(end('refuse'))).toMatchObject({
    kind: { code: 'FILE_UNREADABLE', text: [expect.stringContaining('read this file'), expect.any(String)] },
    params: { line: 7 },
    answer: { line: 7 },
  })
  const invalid = await refusalOf(end('invalid'))
  expect(invalid).toBeInstanceOf(Refusal)
  expect(invalid!.issues).toEqual([{ path: 'rows.3', message: 'Shorten this.' }])
})

test('a thread is reused for the next small file, and replaced after a failure or a large file', async () => {
  await refusalOf(end('throw'))
  const first = await end('well')
  expect(first).toMatchObject({ readings: 1, secrets: 0 })
  expect((await end('well', from(2))).readings).toBe(2)
  await refusalOf(end('refuse'))
  expect((await end('well')).readings).toBe(4)
  await refusalOf(end('recurse'))
  expect((await end('well')).readings).toBe(1)
  expect((await end('well', someone, new Uint8Array(2_000_000))).readings).toBe(2)
  expect((await end('well')).readings).toBe(1)
})

test('a large byte array is transferred, a small one is copied, and one above the limit is not read', async () => {
  const [large, small] = [new Uint8Array(2_000_000), new Uint8Array(500)]
  expect((await end('well', someone, large)).size).toBe(2_000_000)
  expect((await end('well', someone, small)).size).toBe(500)
  expect([large.byteLength, small.byteLength]).toEqual([0, 500])
  expect(await refusalOf(end('well', someone, new Uint8Array(5_000_001)))).toMatchObject({ kind: { status: 413 } })
  // A view of a larger buffer is copied, not moved.
  const view = new Uint8Array(4_000_000).subarray(0, 2_000_000)
  expect((await end('well', someone, view)).size).toBe(2_000_000)
  expect(view.byteLength).toBe(2_000_000)
})

test('reads of one sender run one after another; one beyond the queue is refused with a retry', async () => {
  const all = await Promise.all(Array.from({ length: 6 }, () => refusalOf(end('wait', from(3)))))
  expect(all.map((refusal) => refusal?.kind.code ?? null)).toEqual([null, null, null, null, null, 'TOO_MANY'])
})

test('texts are read, too', async () => {
  expect(await readInWorker(someone, linearReader, 'ab'.repeat(1_000))).toBe(2_000)
})
