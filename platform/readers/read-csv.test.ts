import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvLine, withoutGuard } from '../csv.ts'
import { readCsv } from './read-csv.ts'
import { textOfFile } from './text-of-file.ts'

test.each([',', ';', '\t'])(
  'reads cells divided by %j, with quotes, line breaks and separators inside',
  (separator) => {
    const text = `\ufeffName${separator}Note\r\n"Ana ""A"" Díaz"${separator}"one\ntwo, three; four\tfive"\r\nBen${separator}\r\n`
    expect(readCsv(text, { most: 10 })).toEqual([
      { line: 1, cells: ['Name', 'Note'] },
      { line: 2, cells: ['Ana "A" Díaz', 'one\ntwo, three; four\tfive'] },
      { line: 4, cells: ['Ben', ''] },
    ])
  },
)

test('keeps empty lines at their place and rows of other lengths, and trims where it is asked to', () => {
  expect(readCsv('a,b\n\n c , "d" ,e\n', { most: 10, trim: true })).toEqual([
    { line: 1, cells: ['a', 'b'] },
    { line: 2, cells: [''] },
    { line: 3, cells: ['c', 'd', 'e'] },
  ])
  expect(readCsv(' a,b"c\n', { most: 10 })).toEqual([{ line: 1, cells: [' a', 'b"c'] }])
})

test('reads no more rows than it may, and refuses a quotation mark that is not closed', () => {
  expect(readCsv('a\nb\nc', { most: 2 }).map(({ cells }) => cells)).toEqual([['a'], ['b']])
  expect(() => readCsv('a,"b\nc', { most: 10 })).toThrow()
})

test('what was written is read again as it was, and no text begins a formula', () => {
  const odd = fc.constantFrom(
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
  const cells = fc.array(fc.oneof(odd, fc.string()), { minLength: 2, maxLength: 5 })
  fc.assert(
    fc.property(cells, (row) => {
      // The first line decides about the separator, and an empty first line has none.
      const read = readCsv(csvLine(['a', 'b', 'c', 'd', 'e']) + csvLine(row), { most: 3 })[1]!.cells
      for (const cell of read) expect(cell).not.toMatch(/^(?![+-]?\d+(\.\d+)?$)[\s\p{Cf}]*[=+\-@|%\t]/u)
      expect(read.map(withoutGuard)).toEqual(row)
    }),
  )
  expect(csvLine([-5, null, 'x'])).toBe('-5,,x\r\n')
})

test('a file is UTF-8, UTF-16 by its mark, or of an older program on Windows; bytes are no text', () => {
  const utf16 = Uint8Array.from([0xff, 0xfe, ...Buffer.from('Díaz', 'utf16le')])
  expect([Buffer.from('Díaz'), Buffer.from('Díaz', 'latin1'), utf16].map(textOfFile)).toEqual(['Díaz', 'Díaz', 'Díaz'])
  expect(textOfFile(Uint8Array.from([0, 1, 2]))).toBeNull()
})
