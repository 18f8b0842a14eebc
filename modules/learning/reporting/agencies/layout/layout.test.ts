import { expect, test } from 'vitest'
import { texasTemplate } from '#modules/learning/reporting/agencies/tx-tdlr.ts'
import { recordOf } from '#modules/learning/reporting/record.fixture.ts'
import { layoutOf, listMissingFileSettings } from './fields.ts'
import { type Layout, readLayout } from './layout.schema.ts'
import { cellsOf, checkSample, readResponses } from './read-lines.ts'
import { checksumOf, recordFaults, writeLayout } from './write-layout.ts'

const file = { number: 7, now: new Date('2026-03-25T12:00:00Z'), time_zone: 'America/Chicago', count: 2 }

const layout = (source: object): Layout => {
  const layout = readLayout(JSON.stringify(source))
  if ('faults' in layout) throw new Error(layout.faults.join('; '))
  return layout
}

const csv = {
  form: 'csv',
  encoding: 'ascii',
  line_end: 'crlf',
  file_name: 'SSD_{number:5}_{date:YYYYMMDD}.csv',
  column_names: true,
  fields: [
    { name: 'Cert', from: 'certificate_number', required: true, width: 10 },
    { name: 'Kind', from: 'certificate_kind', codes: { original: 'O', duplicate: 'D' } },
    { name: 'Last', from: 'student.last_name', case: 'upper', width: 20, cut: true },
    { name: 'First', from: 'student.first_name', case: 'upper', width: 5, cut: true },
    { name: 'DOB', from: 'student.dob', date: 'MM/DD/YYYY' },
    { name: 'License', from: 'student.driver_license', keep: 'letters-digits' },
    { name: 'Completed', from: 'completed_at', date: 'YYYYMMDD HHNN' },
    { name: 'School', constant: 'C1234' },
  ],
  answers: {
    form: 'csv',
    id: 1,
    id_is: 'certificate_number',
    status: 2,
    accepted: ['OK'],
    code: 3,
    message: 4,
    skip: 1,
  },
}
const fixed = {
  form: 'fixed',
  encoding: 'latin1',
  line_end: 'lf',
  file_name: 'az.txt',
  header: [
    { name: 'kind', constant: 'H', width: 1 },
    { name: 'number', from: 'file.number', width: 5, align: 'right', pad: '0' },
    { name: 'day', from: 'file.date', date: 'YYMMDD', width: 6 },
  ],
  fields: [
    { name: 'kind', constant: 'D', width: 1 },
    { name: 'last', from: 'student.last_name', width: 15 },
    { name: 'citation', from: 'citation_number', width: 10, align: 'right', pad: '0' },
  ],
  trailer: [
    { name: 'kind', constant: 'T', width: 1 },
    { name: 'count', from: 'file.count', width: 6, align: 'right', pad: '0' },
    { name: 'sum', from: 'file.checksum', width: 12, align: 'right', pad: '0' },
  ],
  checksum: 'byte-sum',
}
const original = recordOf({ certificate_number: '90000001', certificate_kind: 'original' })
const duplicate = recordOf({
  certificate_number: '90000002',
  certificate_kind: 'duplicate',
  student: { first_name: 'José "Pepe", Jr.', last_name: 'Ñandú' },
})
const text = ({ bytes }: { bytes: Uint8Array }) => Buffer.from(bytes).toString('latin1')

test('a CSV file has originals and duplicates, quoted where necessary', () => {
  const layoutFile = writeLayout(layout(csv), [original, duplicate], file)
  expect(layoutFile.name).toBe('SSD_00007_20260325.csv')
  expect(text(layoutFile).split('\r\n')).toEqual([
    'Cert,Kind,Last,First,DOB,License,Completed,School',
    '90000001,O,REYES & SOHNE,DANA,04/12/1999,W316412991400,20260320 2130,C1234',
    '90000002,D,NANDU,JOSE,04/12/1999,W316412991400,20260320 2130,C1234',
    '',
  ])
  const wide = layout({ ...csv, fields: [{ name: 'First', from: 'student.first_name' }] })
  expect(text(writeLayout(wide, [duplicate], file))).toBe('First\r\n"Jose ""Pepe"", Jr."\r\n')
})

test('a fixed-width file has a header, padded fields and a trailer with count and checksum', () => {
  const layoutFile = writeLayout(layout(fixed), [original, duplicate], file)
  const lines = ['H00007260325', 'DReyes & Söhne  000A1B2C3D', 'DÑandú          000A1B2C3D']
  const sum = checksumOf('byte-sum', Buffer.from(lines.map((line) => `${line}\n`).join(''), 'latin1'))
  expect(text(layoutFile)).toBe([...lines, `T000002${sum.padStart(12, '0')}`, ''].join('\n'))
  expect(sum).toBe(String(Buffer.from(`${lines.join('\n')}\n`, 'latin1').reduce((one, other) => one + other, 0)))
})

test.each([
  ['byte-sum', '294'],
  ['crc32', '891568578'],
  ['sha256', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
] as const)('the checksum %s of "abc" is %s', (kind, sum) => {
  expect(checksumOf(kind, Buffer.from('abc'))).toBe(sum)
})

test.each([
  ['a missing required value', recordOf({ certificate_kind: 'original' }), [{ field: 'Cert', fault: 'missing' }]],
  ['a value without a code', recordOf({ certificate_number: '9' }), [{ field: 'Kind', fault: 'code' }]],
  ['a number that is too long', { ...original, certificate_number: '90000000001' }, [{ field: 'Cert', fault: 'long' }]],
  [
    'letters that the file cannot hold',
    recordOf({ ...original, student: { last_name: '李' } }),
    [{ field: 'Last', fault: 'character' }],
  ],
  ['a day that is none', recordOf({ ...original, student: { dob: 'May' } }), [{ field: 'DOB', fault: 'date' }]],
] as const)('%s keeps a record out of the file', (_case, record, faults) => {
  expect(recordFaults(layout(csv), record, file)).toEqual(faults)
  expect(() => writeLayout(layout(csv), [record], file)).toThrow()
})

test('a written file passes as a sample of its own layout', () => {
  for (const fileLayout of [layout(csv), layout(fixed)]) {
    expect(checkSample(fileLayout, text(writeLayout(fileLayout, [original, duplicate], file)))).toEqual([])
  }
})

test.each([
  ['an empty sample', (_sample: string): string => '', [{ line: 1, field: null, fault: 'lines' }]],
  [
    'a column too many',
    (sample: string) => sample.replace('C1234', 'C1234,'),
    [{ line: 2, field: null, fault: 'columns' }],
  ],
  ['another name', (sample: string) => sample.replace('Kind', 'Type'), [{ line: 1, field: null, fault: 'names' }]],
  [
    'another school',
    (sample: string) => sample.replace('C1234', 'C9999'),
    [{ line: 2, field: 'School', fault: 'constant' }],
  ],
  ['another code', (sample: string) => sample.replace(',O,', ',X,'), [{ line: 2, field: 'Kind', fault: 'code' }]],
  ['another date', (sample: string) => sample.replace('04/12', '13/40'), [{ line: 2, field: 'DOB', fault: 'date' }]],
  ['no number', (sample: string) => sample.replace('90000001', ''), [{ line: 2, field: 'Cert', fault: 'missing' }]],
] as const)('%s does not fit the layout of a CSV file', (_case, change, faults) => {
  const sample: string = text(writeLayout(layout(csv), [original, duplicate], file))
  expect(checkSample(layout(csv), change(sample))).toEqual(faults)
})

test.each([
  ['a short line', (sample: string) => sample.replace('H00007', 'H0007'), 'length', null],
  ['a wrong count', (sample: string) => sample.replace('T000002', 'T000003'), 'count', 'count'],
  ['a changed name', (sample: string) => sample.replace('Reyes', 'Reyez'), 'checksum', 'sum'],
] as const)('%s does not fit the layout of a fixed-width file', (_case, change, fault, field) => {
  const sample = text(writeLayout(layout(fixed), [original, duplicate], file))
  expect(checkSample(layout(fixed), change(sample))).toContainEqual({ line: expect.any(Number), field, fault })
})

test.each([
  ['no JSON', '{'],
  ['no object', '[]'],
  ['no fields', JSON.stringify({ ...csv, fields: [] })],
  ['an unknown property', JSON.stringify({ ...csv, colums: true })],
  ['an unknown source', JSON.stringify({ ...csv, fields: [{ name: 'a', from: 'student.mother' }] })],
  ['a source and a constant', JSON.stringify({ ...csv, fields: [{ name: 'a', from: 'court', constant: 'b' }] })],
  ['a fixed-width field without a width', JSON.stringify({ ...fixed, fields: [{ name: 'a', constant: 'b' }] })],
  ['a checksum without a kind', JSON.stringify({ ...fixed, checksum: undefined })],
  ['a path as the name of the file', JSON.stringify({ ...csv, file_name: '../a.csv' })],
  ['brackets without end', '['.repeat(100_000)],
])('refuses a layout with %s', (_case, text) => {
  expect(readLayout(text)).toEqual({ faults: expect.arrayContaining([expect.any(String)]) })
})

test('the Texas template is not a layout until it is filled in', () => {
  expect(readLayout(texasTemplate)).toMatchObject({
    faults: expect.arrayContaining([expect.stringMatching(/^encoding/), expect.stringMatching(/^fields/)]),
  })
})

test('files are switched on only with a matching sample', () => {
  const sample = text(writeLayout(layout(csv), [original], file)).replaceAll('\r\n', '\n')
  const settings = { layout: JSON.stringify(csv), sample, delivery: 'download' }
  const missingSettings = (change: object) =>
    listMissingFileSettings({ settings: { ...settings, ...change }, secrets: {} })
  expect(missingSettings({})).toEqual([])
  expect(missingSettings({ sample: sample.replace('C1234', 'C0000') })).toEqual(['sample'])
  expect(missingSettings({ layout: '{}' })).toEqual(['layout'])
  expect(missingSettings({ layout: '', sample: '' })).toEqual(['layout', 'sample'])
  expect(layoutOf({ settings: { ...settings, sample: 'other' } })).toBeNull()
})

test('a response file is read by its columns', () => {
  const { answers } = layout(csv)
  expect(
    readResponses(answers!, 'Cert,Status,Code,Text\r\n90000001,OK,,\r\n90000002,NO,e12,"Bad, license"\r\n'),
  ).toEqual([
    { id: '90000001', accepted: true, number: null, code: null, message: null },
    { id: '90000002', accepted: false, number: null, code: 'E12', message: 'Bad, license' },
  ])
  expect(readResponses(answers!, 'head\n90000001\n')).toBeNull()
  expect(readResponses(answers!, 'head\n"90000001\n')).toBeNull()
})

test.each([
  ['a,b', ['a', 'b']],
  ['a,', ['a', '']],
  ['', ['']],
  ['"a,""b""",c', ['a,"b"', 'c']],
  ['"a', null],
  ['"a"b', null],
])('the cells of %s', (line, cells) => {
  expect(cellsOf(line, ',')).toEqual(cells)
})

test('fixed-width responses are read by position, without header and trailer', () => {
  const responseLayout = layout({
    ...fixed,
    answers: {
      form: 'fixed',
      id: { start: 2, width: 8 },
      id_is: 'certificate_number',
      status: { start: 10, width: 1 },
      accepted: ['0'],
      code: { start: 11, width: 2 },
      skip: 1,
      skip_end: 1,
    },
  }).answers!
  const text = 'H2026\nD900000010\nD900000021E7\nT000002\n'
  expect(readResponses(responseLayout, text)).toEqual([
    { id: '90000001', accepted: true, number: null, code: null, message: null },
    { id: '90000002', accepted: false, number: null, code: 'E7', message: null },
  ])
  // A line that ends before its status is ignored.
  expect(readResponses(responseLayout, 'H\nD90000001\nT\n')).toBeNull()
})

test('lines keep their number and the result of their code; an earlier record without a result is skipped', () => {
  const numbered = layout({
    ...csv,
    column_names: false,
    fields: [
      { name: 'Line', from: 'line.number' },
      { name: 'Result', from: 'outcome', codes: { passed: 'P', failed: 'F' } },
    ],
  })
  const { outcome: _none, ...earlier } = recordOf()
  expect(text(writeLayout(numbered, [recordOf({ outcome: 'failed' }), earlier], file))).toBe('1,F\r\n2,P\r\n')
})
