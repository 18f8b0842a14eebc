import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { readSheet } from '#tests/support/read-sheet.ts'
import { guard, writeXlsx } from './xlsx.ts'

const folder = mkdtempSync(join(tmpdir(), 'xlsx-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function bytesOf(source: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = []
  for await (const part of source) parts.push(part)
  return Buffer.concat(parts)
}

const about = {
  title: 'About',
  rows: [
    ['By', '=Ana'],
    ['Reference', 'r-1'],
  ],
  foot: 'Ana & Co r-1',
}
const sheetOf = (headings: string[], rows: Parameters<typeof writeXlsx>[1]) => writeXlsx(headings, rows, about)

async function* batches(...items: string[][][]) {
  yield* items
}

test('a spreadsheet program reads back every text unchanged, and never as a formula', async () => {
  const hostile = [
    '=HYPERLINK("http://x")',
    '+1',
    '@SUM(A1)',
    '<b>&"\'',
    'Ñandú 日本 🚗',
    ' spaces ',
    'a\u0000b\u0007c',
    '\ud800',
    '-5.00',
  ]
  const { headings, rows, types } = await readSheet(
    await bytesOf(sheetOf(['one', 'two'], batches(hostile.map((text) => [text, text])))),
  )
  expect(headings).toEqual(['one', 'two'])
  expect(types).toEqual(['text'])
  expect(rows.map(([text]) => text)).toEqual([
    '\'=HYPERLINK("http://x")',
    '+1',
    "'@SUM(A1)",
    '<b>&"\'',
    'Ñandú 日本 🚗',
    ' spaces ',
    'abc',
    '\ufffd',
    '-5.00',
  ])
})

test('T-23: no text can begin as a formula', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const guarded = guard(text)
      expect(guarded.endsWith(text)).toBe(true)
      expect(/^[=@\t\r\n\0]|^[+-](?!\d+(\.\d+)?$)/.test(guarded)).toBe(false)
    }),
  )
})

test('T-23: a second sheet and the page footer name the origin of the file', async () => {
  const { about, foot } = await readSheet(await bytesOf(sheetOf(['a'], [[['1']]])))
  expect(about).toEqual([
    ['By', "'=Ana"],
    ['Reference', 'r-1'],
  ])
  expect(foot).toBe('&LAna && Co r-1')
})

test('more than 26 columns and several batches keep their positions', async () => {
  const names = Array.from({ length: 60 }, (_, index) => `c${index}`)
  const { headings, rows } = await readSheet(await bytesOf(sheetOf(names, batches([names], [], [names, names]))))
  expect(headings).toEqual(names)
  expect(rows).toEqual([names, names, names])
})

test('the archive is complete with correct checksums and sizes', async () => {
  const many = Array.from({ length: 3000 }, (_, index) => [`row ${index}`, 'x'.repeat(index % 200)])
  const file = join(folder, 'test.xlsx')
  writeFileSync(file, await bytesOf(sheetOf(['a', 'b'], batches(many, many))))
  const check = 'import sys, zipfile; print(zipfile.ZipFile(sys.argv[1]).testzip())'
  expect(execFileSync('python3', ['-c', check, file]).toString().trim()).toBe('None')
})

/** The value once it is stable for a while or far too large. */
async function settled(read: () => number): Promise<number> {
  for (let [before, same] = [read(), 0]; same < 5 && before < 10_000; ) {
    await new Promise((done) => setTimeout(done, 20))
    same = read() === before ? same + 1 : 0
    before = read()
  }
  return read()
}

test('rows are read only as fast as the file: nothing is buffered without a reader', async () => {
  let calls = 0
  async function* endless() {
    for (;;) {
      calls++
      yield Array.from({ length: 500 }, () => [Math.random().toString(36).repeat(5)])
    }
  }
  const file = sheetOf(['a'], endless())
  for (let part = 0; part < 40; part++) await file.next()
  const full = await settled(() => calls)
  expect(full).toBeLessThan(200)
  for (let part = 0; part < 400; part++) await file.next()
  expect(calls).toBeGreaterThan(full)
  await file.return(undefined)
})

test('a failure midway ends the file with that error', async () => {
  async function* breaking() {
    yield [['a']]
    throw new Error('the database went away')
  }
  await expect(bytesOf(sheetOf(['a'], breaking()))).rejects.toThrow('the database went away')
})
