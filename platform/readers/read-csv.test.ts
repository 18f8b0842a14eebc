import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvLine, withoutGuard } from '#platform/csv.ts'
import { readCsv } from './read-csv.ts'
import { textOfFile } from './text-of-file.ts'

test.each([',', ';', '\t'])(
  'reads cells separated by %j, with quotes, line breaks and separators inside',
  (separator) => {
    const text = `\ufeffName${separator}Note\r\n"Ana ""A"" Díaz"${separator}"one\ntwo, three; four\tfive"\r\nBen${separator}\r\n`
    expect(readCsv(text, { maxRows: 10 })).toEqual([
      { line: 1, cells: ['Name', 'Note'] },
      { line: 2, cells: ['Ana "A" Díaz', 'one\ntwo, three; four\tfive'] },
      { line: 4, cells: ['Ben', ''] },
    ])
  },
)

test('keeps empty lines and rows of other lengths in place, and trims on request', () => {
  expect(readCsv('a,b\n\n c , "d" ,e\n', { maxRows: 10, trim: true })).toEqual([
    { line: 1, cells: ['a', 'b'] },
    { line: 2, cells: [''] },
    { line: 3, cells: ['c', 'd', 'e'] },
  ])
  expect(readCsv(' a,b"c\n', { maxRows: 10 })).toEqual([{ line: 1, cells: [' a', 'b"c'] }])
})

test('reads up to the maximum of rows, and refuses an unclosed quotation mark', () => {
  expect(readCsv('a\nb\nc', { maxRows: 2 }).map(({ cells }) => cells)).toEqual([['a'], ['b']])
  expect(() => readCsv('a,"b\nc', { maxRows: 10 })).toThrow()
})

test('reads back exactly what was written, and no text begins a formula', () => {
  const specialText = fc.constantFrom(
    '=1+1',
    '-1',
    '-1-1',
    '\t=1',
    ' =1',
    '\u200b=1',
    "'=x",
    '|cmd',
    '%x',
    'a\r\nb',
    ' a ',
    '"',
    "O'Neil",
    '',
  )
  const cells = fc.array(fc.oneof(specialText, fc.string()), { minLength: 2, maxLength: 5 })
  fc.assert(
    fc.property(cells, (row) => {
      // The first line decides the separator, and an empty first line has none.
      const read = readCsv(csvLine(['a', 'b', 'c', 'd', 'e']) + csvLine(row), { maxRows: 3 })[1]!.cells
      for (const cell of read) expect(cell).not.toMatch(/^(?![+-]?\d+(\.\d+)?$)[\s\p{Cf}]*[=+\-@|%\t]/u)
      expect(read.map(withoutGuard)).toEqual(row)
    }),
  )
  expect(csvLine([-5, null, 'x'])).toBe('-5,,x\r\n')
})

test('reads UTF-8, UTF-16 by its byte order mark, and older Windows encodings; refuses binary data', () => {
  const utf16 = Uint8Array.from([0xff, 0xfe, ...Buffer.from('Díaz', 'utf16le')])
  expect([Buffer.from('Díaz'), Buffer.from('Díaz', 'latin1'), utf16].map(textOfFile)).toEqual(['Díaz', 'Díaz', 'Díaz'])
  expect(textOfFile(Uint8Array.from([0, 1, 2]))).toBeNull()
})

test('a separator line is applied and not read as a row; bars separate, too', () => {
  expect(readCsv('sep=;\r\na;b,c\r\nd;e', { maxRows: 9 })).toEqual([
    { line: 2, cells: ['a', 'b,c'] },
    { line: 3, cells: ['d', 'e'] },
  ])
  expect(readCsv('\ufeffSEP=|\na|b', { maxRows: 9 })[0]!.cells).toEqual(['a', 'b'])
  expect(readCsv('a|b, c|d\n1|2|3', { maxRows: 9 }).map(({ cells }) => cells)).toEqual([
    ['a', 'b, c', 'd'],
    ['1', '2', '3'],
  ])
  // Neither a title above the table nor quoted text decides the separator.
  expect(readCsv('Students, fall\na;b;c\nd;e;f', { maxRows: 9 })[1]!.cells).toEqual(['a', 'b', 'c'])
  expect(readCsv('"a;b;c;d",e\nf,g', { maxRows: 9 })[0]!.cells).toEqual(['a;b;c;d', 'e'])
})

const latin = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))

test('distinguishes text of an older Mac from Windows, and refuses ambiguous text', () => {
  expect(textOfFile(latin('Jos\x8e,N\x9c\x96ez'))).toBe('José,Núñez')
  expect(textOfFile(latin('Jos\xe9,O\x92Brien \x96 Smith'))).toBe('José,O’Brien – Smith')
  expect(textOfFile(latin('don\x92t, Ana\x92s'))).toBe('don’t, Ana’s')
  expect(textOfFile(latin('Waypost\x99, tax\x86, 50\x80'))).toBe('Waypost™, tax†, 50€')
  for (const unclear of ['Nu\x96ez', 'Garc\x92a', 'Jos\x8e and Jos\xe9']) expect(textOfFile(latin(unclear))).toBeNull()
  expect(textOfFile(Uint8Array.from([0xfe, 0xff, 0, 0x41]))).toBe('A')
})
