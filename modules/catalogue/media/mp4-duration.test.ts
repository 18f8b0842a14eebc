import { mkdtemp, open, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mp4DurationMs, mp4DurationOfFile } from './mp4-duration.ts'

const file = join(import.meta.dirname, '../../../migrations/demo/media/lesson-following-distance.mp4')

test('the duration of the demo video is read from its header', async () => {
  const duration = await mp4DurationMs(await readFile(file))
  expect(duration).toBeGreaterThan(5_000)
  expect(duration).toBeLessThan(600_000)
  expect(await mp4DurationOfFile(file)).toBe(duration)
})

test('the header of a video of 3 GB is found behind its pictures without reading them', async () => {
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
  const out = await open(path, 'w')
  await out.write(head, 0, head.length, 0)
  await out.write(header, 0, header.length, large)
  await out.close()
  expect(await mp4DurationOfFile(path)).toBe(754_000)
  await rm(folder, { recursive: true })
})

test('a video that was cut off, and any other bytes, have no duration and do no harm', async () => {
  expect(await mp4DurationMs((await readFile(file)).subarray(0, 20))).toBeNull()
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => (await mp4DurationMs(bytes)) === null),
  )
})
