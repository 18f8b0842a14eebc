import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isMp4Cut, mp4DurationMs, mp4DurationOfFile } from './mp4-duration.ts'

const file = join(import.meta.dirname, '../../../migrations/demo/media/lesson-following-distance.mp4')

test('reads the duration of the demo video from its header', async () => {
  const duration = await mp4DurationMs(await readFile(file))
  expect(duration).toBeGreaterThan(5_000)
  expect(duration).toBeLessThan(600_000)
  expect(await mp4DurationOfFile(file)).toBe(duration)
})

test('finds the header of a 3 GB video after its data without reading the data', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'waypost-mp4-'))
  const path = join(folder, 'large.mp4')
  const large = 3 * 1024 ** 3
  const head = Buffer.alloc(16)
  head.writeUInt32BE(1, 0)
  head.write('mdat', 4, 'latin1')
  head.writeBigUInt64BE(BigInt(large), 8)
  const header = Buffer.alloc(8 + 8 + 100)
  header.writeUInt32BE(header.length, 0)
  header.write('moov', 4, 'latin1')
  header.writeUInt32BE(header.length - 8, 8)
  header.write('mvhd', 12, 'latin1')
  header.writeUInt32BE(1000, 16 + 12)
  header.writeUInt32BE(754_000, 16 + 16)
  const outFileHandle = await open(path, 'w')
  await outFileHandle.write(head, 0, head.length, 0)
  await outFileHandle.write(header, 0, header.length, large)
  await outFileHandle.close()
  expect(await mp4DurationOfFile(path)).toBe(754_000)
  await rm(folder, { recursive: true })
})

test('a truncated video or arbitrary bytes have no duration and cause no error', async () => {
  expect(await mp4DurationMs((await readFile(file)).subarray(0, 20))).toBeNull()
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => (await mp4DurationMs(bytes)) === null),
  )
})

const box = (type: string, ...content: Buffer[]): Buffer => {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(8 + content.reduce((sum, { length }) => sum + length, 0), 0)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, ...content])
}
const numbers = (...values: number[]) =>
  Buffer.concat(values.map((value) => Buffer.from(Uint32Array.of(value).buffer).swap32()))
/** mvhd: version, created, modified, units per second, length. */
const header = (scale: number, length: number) => box('mvhd', numbers(0, 0, 0, scale, length), Buffer.alloc(80))

test('measures a fragmented movie only if it contains its duration', async () => {
  const fragmented = (...extended: Buffer[]) =>
    Buffer.concat([box('ftyp', Buffer.from('isom')), box('moov', header(1_000, 0), ...extended), box('moof')])
  expect(await mp4DurationMs(fragmented(box('mvex', box('mehd', numbers(0, 61_500)))))).toBe(61_500)
  expect(await mp4DurationMs(fragmented(box('mvex', box('mehd', numbers(1 << 24, 0, 61_500)))))).toBe(61_500)
  expect(await mp4DurationMs(fragmented(box('mvex')))).toBeNull()
  expect(await mp4DurationMs(fragmented())).toBeNull()
})

test('a file that ends before its last box is truncated; a complete one, or one with padding, is not', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'waypost-cut-'))
  const isCut = async (bytes: Uint8Array) => {
    await writeFile(join(folder, 'video.mp4'), bytes)
    return isMp4Cut(join(folder, 'video.mp4'))
  }
  const video = await readFile(file)
  expect(await isCut(video)).toBe(false)
  expect(await isCut(Buffer.concat([video, Buffer.alloc(64)]))).toBe(false)
  for (const length of [video.length - 1, Math.floor(video.length / 2), 4096])
    expect(await isCut(video.subarray(0, length))).toBe(true)
  // The header comes first here and has the whole length, although the frames are missing.
  const headerFirst = Buffer.concat([
    box('ftyp', Buffer.from('isom')),
    box('moov', header(1_000, 60_000)),
    box('mdat', Buffer.alloc(500)),
  ])
  expect(await isCut(headerFirst)).toBe(false)
  expect(await mp4DurationMs(headerFirst.subarray(0, -1))).toBe(60_000)
  expect(await isCut(headerFirst.subarray(0, -1))).toBe(true)
  await rm(folder, { recursive: true })
})
