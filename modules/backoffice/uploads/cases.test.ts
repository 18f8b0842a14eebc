import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { openTestApp } from '#tests/support/app.ts'
import { spreadsheetReader } from './spreadsheet.reader.ts'
import type { PreviewRow } from './upload.schema.ts'

// Files as people make them, each of a different kind.
const folder = join(import.meta.dirname, '../../../tests/fixtures/cases')
const app = await openTestApp()
const admin = await app.as(await app.userId('admin@example.com'))

type Upload = {
  heading_row: number
  headings_known: boolean
  sheet_name: string
  other_sheets: string[]
  columns: { header: string; field: string | null }[]
}
const results = new Map<string, { preview: PreviewRow[]; upload: Upload }>()
const names = readdirSync(folder).filter((name) => /^(0|1|2|3)/.test(name))

beforeAll(async () => {
  for (const name of names) {
    const spreadsheet = await spreadsheetReader.read({ bytes: readFileSync(join(folder, name)), sheet: null })
    if (spreadsheet.problem) throw new Error(`${name}: ${spreadsheet.problem}`)
    const sentBody = {
      rows: spreadsheet.rows,
      file_name: name,
      sheet_name: spreadsheet.sheet,
      other_sheets: spreadsheet.others,
    }
    const { status, body } = await admin.post('/student/verifyUploadData', sentBody)
    if (status !== 200) throw new Error(`${name}: ${JSON.stringify(body)}`)
    const { upload } = (await admin.get(`/student/upload/${body.data.student_upload_id}`)).body
    results.set(name, { preview: body.data.preview, upload })
  }
})

const caseOf = (begin: string) => results.get(names.find((name) => name.startsWith(begin))!)!
const rowOf = (begin: string, index = 0) => caseOf(begin).preview[index]!
const cellsOf = ({ issues }: PreviewRow) => issues.map(({ cell, message }) => `${cell} ${message}`)

test('every case file exists', () => {
  expect(names).toHaveLength(17)
})

test('02: a number in a date column is a day of its workbook, in the 1904 system', () => {
  expect(rowOf('02')).toMatchObject({ first_name: 'Gil', dob: '02/29/2004', zip: '33101', issues: [] })
})

test('03: a ZIP code is read as displayed, and keeps its five digits without a format', () => {
  expect(caseOf('03-').preview.map(({ zip, phone_number, issues }) => [zip, phone_number, issues])).toEqual([
    ['04101', '(207) 555-0103', []],
    ['02134-1234', '(617) 555-0104', []],
  ])
  expect(rowOf('03b')).toMatchObject({ zip: '07302', issues: [] })
})

test('04: an error cell is reported in its row and column', () => {
  expect(rowOf('04-')).toMatchObject({ first_name: 'Fay', email: 'fay@example.com', dob: '02/29/2004' })
  expect(cellsOf(rowOf('04-'))).toEqual([expect.stringMatching(/^B2 The cell shows the error #N\/A\./)])
  expect(caseOf('04b').preview.map(cellsOf)).toEqual([
    [expect.stringMatching(/^B2 .*#REF!/)],
    [expect.stringMatching(/^F3 .*#N\/A/), expect.stringMatching(/^G3 .*#VALUE!/)],
    [expect.stringMatching(/^A4 .*#NAME\?/)],
  ])
})

test('05, 06: headings are found in the first rows and columns, and their row is remembered', () => {
  expect(rowOf('05')).toMatchObject({ row: 3, first_name: 'Tia', dob: '02/29/2004', issues: [] })
  expect(caseOf('05').upload).toMatchObject({ heading_row: 2, headings_known: true })
  expect(rowOf('06')).toMatchObject({ row: 3, first_name: 'Emma', zip: '33101', issues: [] })
  expect(caseOf('06').upload.heading_row).toBe(2)
})

test('07: the first visible sheet is read and named', () => {
  expect(rowOf('07')).toMatchObject({ first_name: 'Hal', issues: [] })
  expect(caseOf('07').upload).toMatchObject({ sheet_name: 'Students', other_sheets: [] })
})

test('10: phone numbers keep their digits and drop separators; an extension is refused in its cell', () => {
  expect(caseOf('10').preview.map(cellsOf)).toEqual([[], [], [expect.stringMatching(/^E4 /)], []])
})

test('11: names of all kinds are accepted, or refused in their cell with a reason', () => {
  const rowsWithIssues = caseOf('11').preview.filter(({ issues }) => issues.length > 0)
  expect(rowsWithIssues.map(cellsOf)).toEqual([
    // A missing last name was more likely forgotten: a dash means that there is none.
    [expect.stringMatching(/^B10 /)],
    [expect.stringMatching(/^B13 /)],
  ])
  // The invisible mark is removed.
  expect(rowOf('11', 17).first_name).toBe('Ana')
})

test('12: addresses of all kinds are accepted, or refused with cell and reason', () => {
  const rowsWithIssues = caseOf('12').preview.filter(({ issues }) => issues.length > 0)
  expect(rowsWithIssues.flatMap(cellsOf)).toEqual([
    expect.stringMatching(/^C6 .*without accents/),
    expect.stringMatching(/^C7 .*without accents/),
    'C11 Row 10 already has this student.',
    'C12 A valid Email is required.',
    'C13 A valid Email is required.',
    'C14 A valid Email is required.',
  ])
  expect(rowOf('12', 2).email).toBe('smith&jones@example.com')
  expect(rowOf('12', 7).email).toBe('spaced@example.com')
  expect(rowOf('12', 15).email).toBe('lee@example.com')
  expect(rowOf('12', 16).email).toBe('lee.park@example.com')
})

test('14: accepts military and territorial addresses, state names and nine-digit ZIP codes', () => {
  const { preview } = caseOf('14')
  expect(preview.flatMap((row) => cellsOf(row))).toEqual([])
  expect(preview[8]!.zip).toBe('33101-1234')
})

test('25: reads a file of an older Mac', () => {
  expect(rowOf('25')).toMatchObject({ first_name: 'José', last_name: 'Núñez', zip: '02134', issues: [] })
})

test('26, 31: reads a file with a separator line, and one separated by bars', () => {
  expect(rowOf('26')).toMatchObject({ first_name: 'Sep', zip: '02134', issues: [] })
  expect(rowOf('31')).toMatchObject({ first_name: 'Pi', zip: '33101', issues: [] })
})

test('30: recognizes headings in common spellings', () => {
  expect(rowOf('30')).toMatchObject({
    first_name: 'Hea',
    email: 'hea.ders@example.com',
    dob: '02/29/2004',
    phone_number: '305-555-0609',
    address1: '1 Palm St',
    city: 'Miami',
    state: 'FL',
    zip: '33101',
    issues: [],
  })
  expect(caseOf('30').upload.columns.every(({ field }) => field !== null)).toBe(true)
})

test('32: splits a full name from one cell, and reports its problems in that cell', () => {
  expect(rowOf('32')).toMatchObject({ first_name: 'Full', last_name: 'Name', dob: '02/29/2004', issues: [] })
})
