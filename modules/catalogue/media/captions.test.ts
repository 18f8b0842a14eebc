import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isCaptions } from './captions.ts'

test('the captions of the demo video can be shown', async () => {
  const folder = join(import.meta.dirname, '../../../migrations/demo/media')
  for (const language of ['en', 'es'])
    expect(isCaptions(await readFile(join(folder, `lesson-following-distance.${language}.vtt`), 'utf8'))).toBe(true)
})

test.each([
  ['WEBVTT\n\n00:01.000 --> 00:04.000\nHi', true],
  ['\uFEFFWEBVTT - title\r\n\r\n1\r\n01:00:01.000 --> 01:00:04.000 align:start\r\nHi', true],
  ['WEBVTT\n\nNo captions', false],
  ['WEBVTT\n\n00:04.000 --> 00:01.000\nBackwards', false],
  ['WEBVTT\n\n00:01,000 --> 00:04,000\nSubRip', false],
  ['WEBVTT\n\n00:61.000 --> 02:04.000\nNo time', false],
  ['WEBVTTX\n\n00:01.000 --> 00:04.000\nHi', false],
  ['1\n00:01.000 --> 00:04.000\nHi', false],
])('%j: %j', (text, can) => {
  expect(isCaptions(text)).toBe(can)
})
