import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readCaptions } from './captions.ts'

const cases = join(import.meta.dirname, '../../../tests/fixtures/catalogue/cases')
const bytes = (text: string) => new TextEncoder().encode(text)
const subRip = (...lines: string[]) => lines.join('\r\n')

/** The stored form of the captions, or the code and line of the refusal. */
function outcome(read: () => string): string {
  try {
    return read()
  } catch (error) {
    const { kind, params } = error as { kind: { code: string }; params: { line?: number } }
    return [kind.code, ...(params.line === undefined ? [] : [params.line])].join(' ')
  }
}

test('the captions of the demo video are stored unchanged', async () => {
  const folder = join(import.meta.dirname, '../../../migrations/demo/media')
  for (const language of ['en', 'es']) {
    const file = await readFile(join(folder, `lesson-following-distance.${language}.vtt`))
    expect(readCaptions(file)).toBe(file.toString())
  }
})

test.each([
  ['73-zero-length-cue.vtt', 'CAPTIONS_NO_LENGTH 6'],
  ['74-utf16.vtt', 'WEBVTT\n\n00:00:01.000 --> 00:00:03.000\nHola señor\n'],
  ['75-windows1252.vtt', 'WEBVTT\n\n00:00:01.000 --> 00:00:03.000\nHola señor\n'],
  ['77-plain.srt', 'WEBVTT\n\n00:00:01.000 --> 00:00:03.000\nHello there\n'],
  ['78-srt-named.vtt', 'WEBVTT\n\n00:00:01.000 --> 00:00:03.000\nHello there\n'],
])('%s is parsed, or refused with its line', async (name, expected) => {
  const file = await readFile(join(cases, name))
  expect(outcome(() => readCaptions(file))).toBe(expected)
})

test.each([
  ['WEBVTT\n\n00:01.000 --> 00:04.000\nHi', 'taken'],
  ['\uFEFFWEBVTT - title\r\n\r\n1\r\n01:00:01.000 --> 01:00:04.000 align:start\r\nHi', 'taken'],
  ['WEBVTT\n\nNOTE a note\n\nSTYLE\n::cue { color: red }\n\nname\n00:01.000 --> 00:04.000\nHi\nthere\n\n', 'taken'],
  ['WEBVTT\n\nNo captions', 'CAPTIONS_UNTIMED 3'],
  ['WEBVTT\n\nNOTE nothing', 'CAPTIONS_NONE'],
  ['WEBVTT\n\n00:04.000 --> 00:01.000\nBackwards', 'CAPTIONS_BACKWARDS 3'],
  ['WEBVTT\n\n00:01,000 --> 00:04,000\nSubRip', 'CAPTIONS_TIME 3'],
  ['WEBVTT\n\n00:61.000 --> 02:04.000\nNo time', 'CAPTIONS_TIME 3'],
  ['WEBVTT\n\n00:01.000 --> 00:04.000\nHi\n\nLost text\n', 'CAPTIONS_UNTIMED 6'],
  ['WEBVTT\n\na\nb\n00:01.000 --> 00:04.000\nHi\n', 'CAPTIONS_UNTIMED 3'],
  ['WEBVTTX\n\n00:01.000 --> 00:04.000\nHi', 'CAPTIONS_UNTIMED 1'],
  ['Only words', 'CAPTIONS_REFUSED'],
  ['\0\x01', 'CAPTIONS_REFUSED'],
  ['', 'CAPTIONS_REFUSED'],
])('%j: %s', (text, expected) => {
  const storedText = text.replace('\uFEFF', '')
  expect(outcome(() => readCaptions(bytes(text)))).toBe(expected === 'taken' ? storedText : expected)
})

test('accepts at most 20,000 captions in a file', () => {
  const captionsOf = (count: number) => `WEBVTT\n${'\n00:01.000 --> 00:04.000\nHi\n'.repeat(count)}`
  expect(readCaptions(bytes(captionsOf(20_000)))).toHaveLength(captionsOf(20_000).length)
  expect(outcome(() => readCaptions(bytes(captionsOf(20_001))))).toBe('CAPTIONS_TOO_MANY')
})

test('refuses a file with an ambiguous encoding instead of misreading it', () => {
  const unclear = Uint8Array.from([...bytes('WEBVTT\n\n00:01.000 --> 00:02.000\nni'), 0x96, ...bytes('o\n')])
  expect(outcome(() => readCaptions(unclear))).toBe('CAPTIONS_ENCODING')
})

describe('SubRip', () => {
  test('becomes WebVTT: drops numbers, escapes special characters, keeps top positions and emphasis', () => {
    const text = subRip(
      '1',
      '00:00:01,5 --> 00:00:03,250',
      '{\\an8}<I>Slow</I> & <font color="red">stop</font>: 3 < 5',
      '2',
      '0:00:04,000 --> 00:00:05,000',
      'Next',
      '',
    )
    expect(readCaptions(bytes(text))).toBe(
      'WEBVTT\n\n00:00:01.500 --> 00:00:03.250 line:0\n<i>Slow</i> &amp; stop: 3 &lt; 5\n\n00:00:04.000 --> 00:00:05.000\nNext\n',
    )
  })

  test.each([
    ['a text without times', subRip('1', '00:00:01,000 --> 00:00:02,000', 'a', '', 'b'), 'CAPTIONS_UNTIMED 5'],
    ['a text above the times', subRip('Title', '00:00:01,000 --> 00:00:02,000', 'a'), 'CAPTIONS_UNTIMED 1'],
    ['times without hours', subRip('1', '00:01,000 --> 00:02,000', 'a'), 'CAPTIONS_TIME 2'],
  ])('%s is refused with its line', (_what, text, expected) => {
    expect(outcome(() => readCaptions(bytes(text)))).toBe(expected)
  })
})

test('a word at any position is kept, or the file is refused', () => {
  const files = [
    'WEBVTT\n\none\n00:01.000 --> 00:04.000 line:0\nHi\nthere\n\n00:05.000 --> 00:06.000\nNext\n',
    subRip('1', '00:00:01,000 --> 00:00:02,000', 'a <b>b</b>', '', '2', '00:00:03,000 --> 00:00:04,000', 'c', ''),
  ]
  let arrived = 0
  for (const text of files) {
    for (let index = 0; index <= text.length; index++) {
      const result = outcome(() => readCaptions(bytes(`${text.slice(0, index)}Zqx${text.slice(index)}`)))
      if (result.startsWith('CAPTIONS_')) continue
      expect(result).toContain('Zqx')
      arrived++
    }
  }
  expect(arrived).toBeGreaterThan(30)
})
