import { readFile } from 'node:fs/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mp4DurationMs } from './mp4-duration.ts'

const file = new URL('../../../migrations/demo/media/lesson-following-distance.mp4', import.meta.url)

test('the duration of the demo video is read from its header', async () => {
  const duration = mp4DurationMs(await readFile(file))
  expect(duration).toBeGreaterThan(5_000)
  expect(duration).toBeLessThan(600_000)
})

test('a video that was cut off, and any other bytes, have no duration and do no harm', async () => {
  expect(mp4DurationMs((await readFile(file)).subarray(0, 20))).toBeNull()
  fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => mp4DurationMs(bytes) === null))
})
