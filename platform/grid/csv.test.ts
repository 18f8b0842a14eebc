import { expect, test } from 'vitest'
import { writeCsv } from './csv.ts'

async function textOf(headings: string[], batches: string[][][]): Promise<string> {
  const parts: Uint8Array[] = []
  for await (const part of writeCsv(headings, batches)) parts.push(part)
  // The byte order mark is part of the file.
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(Buffer.concat(parts))
}

test('cells are quoted where needed, in UTF-8 with a byte order mark for spreadsheet programs', async () => {
  const rows = [
    ['Ana', 'says "hi"'],
    ['a,b', 'two\nlines'],
    ['Ñandú 日本', ''],
  ]
  expect(await textOf(['one', 'two, or more'], [rows])).toBe(
    '\uFEFFone,"two, or more"\r\nAna,"says ""hi"""\r\n"a,b","two\nlines"\r\nÑandú 日本,\r\n',
  )
})

test('T-23: no cell begins a formula, even if the list separator is a semicolon', async () => {
  const hostile = ['=1+1', '+A1', '-cmd', '@SUM(A1)', '\t=1', '-5.00', '+1', 'a;=1+1', 'a\n=1', '\ud800b\0']
  const lines = (await textOf(['x'], [hostile.map((text) => [text])])).split('\r\n').slice(1, -1)
  expect(lines).toEqual([
    "'=1+1",
    "'+A1",
    "'-cmd",
    "'@SUM(A1)",
    "'\t'=1",
    '-5.00',
    '+1',
    "a;'=1+1",
    '"a\n\'=1"',
    '\ufffdb',
  ])
})

test('rows are read only as fast as the file', async () => {
  let reads = 0
  async function* rows() {
    for (;;) {
      reads++
      yield [['a']]
    }
  }
  const file = writeCsv(['x'], rows())
  await file.next()
  expect(reads).toBe(0)
  await file.next()
  await file.next()
  expect(reads).toBe(2)
  await file.return(undefined)
})
