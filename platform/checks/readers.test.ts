import { expect, test } from 'vitest'
import { checkReaders, readerExceptions } from './readers.ts'
import type { Source } from './source.ts'

const source = (path: string, text = '', ...targets: string[]): Source => ({
  path,
  text,
  imports: targets.map((target) => {
    const path = target.replace(/^type /, '')
    return { specifier: `#${path}`, target: path, typeOnly: target !== path, names: [] }
  }),
})
const xml = source('modules/a/xml.ts', "import { SaxesParser } from 'saxes'")
const reader = source('modules/a/notes.reader.ts', 'export const notesReader = defineReader({', 'modules/a/xml.ts')
const page = source('web/a.page.tsx', '', 'modules/a/notes.reader.ts')
const excepted = Object.keys(readerExceptions).map((path) => source(path, "from 'sharp'"))
const complaints = (...sources: Source[]) => checkReaders([...excepted, ...sources])

test('only readers use a parser; tests and types may use it freely', () => {
  const testFile = source('modules/a/xml.test.ts', "import { SaxesParser } from 'saxes'", 'modules/a/xml.ts')
  const input = source('web/b.page.tsx', '', 'type modules/a/xml.ts')
  expect(complaints(xml, reader, page, testFile, input)).toEqual([])
  const direct = source('web/b.page.tsx', '', 'modules/a/xml.ts')
  expect(complaints(xml, reader, direct)).toEqual([
    'modules/a/xml.ts parses with saxes outside of a reader (used by web/b.page.tsx): declare a *.reader.ts',
  ])
  expect(complaints(xml)).toHaveLength(1)
})

test('a parser behind a helper, a dynamic import, unpacking and reader tools count, too', () => {
  const helper = source('modules/a/helper.ts', '', 'modules/a/xml.ts')
  expect(complaints(xml, reader, helper)[0]).toContain('used by modules/a/helper.ts')
  expect(complaints(source('modules/a/x.ts', "await import('exceljs')"))).toHaveLength(1)
  expect(complaints(source('modules/a/x.ts', "import { parse } from 'csv-parse/sync'"))).toHaveLength(1)
  expect(complaints(source('modules/a/x.ts', 'gunzipSync(bytes)'))).toHaveLength(1)
  expect(complaints(source('modules/a/x.ts', '', 'platform/readers/read-csv.ts'))).toHaveLength(1)
  expect(complaints(source('scripts/x.ts', "import sharp from 'sharp'"))).toEqual([])
})

test('a reader file exports only its reader, and only readInWorker runs it', () => {
  const more = source(
    'modules/a/b.reader.ts',
    'export const bReader = 1\nexport function parseB() {}\nexport type B = 1',
  )
  expect(complaints(more)).toEqual([
    'modules/a/b.reader.ts exports bReader, parseB: a reader file exports its one …Reader',
  ])
  expect(complaints(source('modules/a/c.reader.ts', ''))).toHaveLength(1)
  expect(complaints(source('modules/a/d.ts', 'notesReader.read(bytes)', 'modules/a/notes.reader.ts'))).toHaveLength(1)
})

test('reports an exception that is not needed', () => {
  expect(checkReaders(excepted.slice(1))).toHaveLength(1)
})
