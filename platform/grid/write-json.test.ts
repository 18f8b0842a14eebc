import { expect, test } from 'vitest'
import { readSheet } from '#tests/support/read-sheet.ts'
import { writeCsv } from './csv.ts'
import { writeJson } from './write-json.ts'
import { writeXlsx } from './xlsx.ts'

async function bytesOf(source: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = []
  for await (const part of source) parts.push(part)
  return Buffer.concat(parts)
}
const textOf = async (source: AsyncIterable<Uint8Array>) => (await bytesOf(source)).toString('utf8')
type Row = (string | number | null)[]
async function* batches(...items: Row[][]) {
  yield* items
}
const hostileRows: Row[] = [
  ['=1+1', 0, null],
  ['-5.00', -5.25, 'a,"b"\r\nc'],
  ['x;=2', 1e21, '\ud800'],
]

test('writes rows with any content as JSON, in one batch, several or none', async () => {
  const rows = hostileRows.map(([a, b, c]) => ({ a, b, c }))
  for (const split of [[hostileRows], [hostileRows.slice(0, 1), [], hostileRows.slice(1)], [[], hostileRows]]) {
    const text = await textOf(writeJson({ report: 'x', time_zone: 'UTC' }, ['a', 'b', 'c'], batches(...split)))
    expect(JSON.parse(text)).toEqual({ report: 'x', time_zone: 'UTC', rows: JSON.parse(JSON.stringify(rows)) })
  }
  expect(JSON.parse(await textOf(writeJson({}, ['a'], batches())))).toEqual({ rows: [] })
})

test('T-23: numbers stay numbers in CSV and spreadsheets, and no text begins a formula', async () => {
  const csv = await textOf(writeCsv(['one', 'two', 'three'], batches(hostileRows)))
  expect(csv).toBe(`\uFEFFone,two,three\r\n'=1+1,0,\r\n-5.00,-5.25,"a,""b""\r\nc"\r\nx;'=2,1e+21,\ufffd\r\n`)
  const about = { title: 'About', rows: [['x']], foot: 'f' }
  const sheet = writeXlsx(['one', 'two', 'three'], batches(hostileRows), about, [undefined, '"$"#,##0.00', undefined])
  const { rows, types } = await readSheet(await bytesOf(sheet))
  expect(rows.map(([, number]) => Number(number))).toEqual([0, -5.25, 1e21])
  expect(types.toSorted()).toEqual(['text', 'type 2'])
})
