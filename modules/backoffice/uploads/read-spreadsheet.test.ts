import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import exceljs from 'exceljs'
import { expect, test } from 'vitest'
import { zipFile } from '#platform/readers/write-zip.ts'
import { postalStates } from '#platform/states.ts'
import { columnLetter, parseColumns } from './columns.shared.ts'
import { limits } from './limits.shared.ts'
import { spreadsheetReader } from './spreadsheet.reader.ts'
import { studentFieldsOf } from './student-fields.ts'
import { dateIn } from './validate-rows.ts'

const read = (bytes: Uint8Array, sheet: string | null = null) => spreadsheetReader.read({ bytes, sheet })
const readSpreadsheet = async (bytes: Uint8Array) => {
  const sheet = await read(bytes)
  return sheet.problem ? null : sheet.rows
}
const sample = readFileSync(join(import.meta.dirname, '../../../migrations/demo/students.xlsx'))
const text = (value: string) => new TextEncoder().encode(value)

test('reads a spreadsheet as displayed: texts, real dates, and empty rows in place', async () => {
  const rows = (await readSpreadsheet(sample))!
  expect(rows[0]!.slice(0, 4)).toEqual(['First_Name', 'Middle_Name', 'Last_Name', 'Email'])
  expect(rows).toHaveLength(66)
  expect(rows[11]!.join('').trim()).toBe('')
  const born = rows.slice(1).map((row) => row[5] ?? '')
  expect(born.filter((cell) => /^\d{2}\/\d{2}\/\d{4}$/.test(cell)).length).toBeGreaterThan(55)
  expect(rows[32]![5]).toBe('31/02/1990')
  expect(rows[25]![5]).toBe('04/09/2035')
})

test('reads CSV with commas, semicolons or tabs, quotes and line breaks in cells, and from Windows', async () => {
  const expected = [
    ['Name', 'Note'],
    ['Ana "A" Díaz', 'one\ntwo, three'],
    ['Ben', ''],
  ]
  const quoted = '"Ana ""A"" Díaz"'
  for (const separator of [',', ';', '\t']) {
    const csv = `\uFEFFName${separator}Note\r\n${quoted}${separator}"one\ntwo, three"\r\nBen${separator}\r\n`
    expect(await readSpreadsheet(text(csv))).toEqual(expected)
  }
  const windows = Uint8Array.from([...'Name\nDíaz'].map((letter) => letter.charCodeAt(0)))
  expect(await readSpreadsheet(windows)).toEqual([['Name'], ['Díaz']])
})

test('refuses a file that is not a spreadsheet or would unpack to a large one', async () => {
  expect(await readSpreadsheet(text('PK\u0003\u0004 and no more'))).toBeNull()
  expect(await readSpreadsheet(sample.subarray(0, sample.length - 400))).toBeNull()
  expect(await readSpreadsheet(Uint8Array.from([0x25, 0x50, 0x44, 0x46, 0, 1, 2]))).toBeNull()
  expect(await readSpreadsheet(zipFile({ 'notes.txt': 'hello' }))).toBeNull()
  // It claims to contain ten bytes but would unpack to more.
  expect(await readSpreadsheet(zipFile({ 'xl/workbook.xml': new Uint8Array(5_000_000) }, 10))).toBeNull()
  expect(await readSpreadsheet(zipFile({ 'xl/workbook.xml': new Uint8Array(80_000_000) }))).toBeNull()
})

/** A spreadsheet as programs write it, with these texts by cell name. */
async function workbook(cells: Readonly<Record<string, string>>): Promise<Uint8Array> {
  const book = new exceljs.Workbook()
  const sheet = book.addWorksheet('Students')
  for (const [name, value] of Object.entries(cells)) sheet.getCell(name).value = value
  return new Uint8Array(await book.xlsx.writeBuffer())
}

test('reads one row or column above the limit, and ignores empty styled ones', async () => {
  const { lines, columns } = limits
  const atLimit = (await readSpreadsheet(
    await workbook({ [`${columnLetter(columns - 1)}1`]: 'x', [`A${lines}`]: 'x' }),
  ))!
  expect([atLimit.length, atLimit[0]!.length]).toEqual([lines, columns])
  expect(await readSpreadsheet(await workbook({ A1: 'x', [`A${lines + 2}`]: 'x' }))).toHaveLength(lines + 1)
  expect((await readSpreadsheet(await workbook({ A1: 'x', [`${columnLetter(columns + 9)}1`]: 'x' })))![0]).toHaveLength(
    columns + 1,
  )
  const styled = new exceljs.Workbook()
  const sheet = styled.addWorksheet('Students')
  sheet.getCell('A1').value = 'x'
  sheet.getCell(`A${lines + 500}`).font = { bold: true }
  expect(await readSpreadsheet(new Uint8Array(await styled.xlsx.writeBuffer()))).toEqual([['x']])
})

test('lower-cases the header, and drops Accord, the column after it and column O', () => {
  const header = ['First_Name', 'E-Mail', 'Accord', 'Office Notes', 'Zip Code', 'Shoe size']
  expect(parseColumns(header)).toEqual([
    { header: 'first_name', field: 'first_name', dropped: false },
    { header: 'e-mail', field: 'email', dropped: false },
    { header: 'accord', field: null, dropped: true },
    { header: 'office notes', field: null, dropped: true },
    { header: 'zip code', field: 'zip', dropped: false },
    { header: 'shoe size', field: null, dropped: false },
  ])
  // Each column with this heading, and the one after it.
  expect(parseColumns(['Accord', 'Zip', 'ACCORD ', 'City', 'State']).map(({ dropped }) => dropped)).toEqual([
    true,
    true,
    true,
    true,
    false,
  ])
  const wide = parseColumns([...Array.from({ length: 14 }, () => ''), 'Zip', 'Zip'])
  expect(wide.slice(14).map(({ field, dropped }) => [field, dropped])).toEqual([
    [null, true],
    ['zip', false],
  ])
  expect([0, 14, 25, 26, 51, 52].map(columnLetter)).toEqual(['A', 'O', 'Z', 'AA', 'AZ', 'BA'])
})

test('reads dates as text, in program formats and as serial numbers', () => {
  expect(dateIn('4/9/1990')).toBe('4/9/1990')
  expect(dateIn('04/09/1990 00:00')).toBe('04/09/1990')
  expect(dateIn('1990-04-09')).toBe('04/09/1990')
  expect(dateIn('1990-04-09T00:00:00.000Z')).toBe('04/09/1990')
  expect(dateIn('32972')).toBe('04/09/1990')
  for (const none of ['', '31/02/1990', '02/30/1990', 'soon', '1990', '04/09/90']) expect(dateIn(none)).toBeNull()
})

test('a ZIP code without its leading zeros gets them back in the states whose codes have them, and in no other', () => {
  const columns = parseColumns(['State', 'Zip Code'])
  const zipOf = (state: string, zip: string) => studentFieldsOf(columns, [state, zip]).zip
  const statesWith = (zip: string, restored: string) =>
    postalStates.filter(({ code }) => zipOf(code, zip) === restored).map(({ code }) => code)
  const oneZero = ['AE', 'CT', 'MA', 'ME', 'NH', 'NJ', 'RI', 'VT']
  const twoZeros = ['PR', 'VI']
  expect(statesWith('5401', '05401').toSorted()).toEqual(oneZero)
  expect(statesWith('54011234', '05401-1234').toSorted()).toEqual(oneZero)
  expect(statesWith('901', '00901').toSorted()).toEqual(twoZeros)
  expect(statesWith('9011234', '00901-1234').toSorted()).toEqual(twoZeros)
  const others = postalStates.map(({ code }) => code).filter((code) => ![...oneZero, ...twoZeros].includes(code))
  expect(statesWith('5401', '5401').toSorted()).toEqual([...others, ...twoZeros].toSorted())
  expect(statesWith('901', '901').toSorted()).toEqual([...others, ...oneZero].toSorted())
})
