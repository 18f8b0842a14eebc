import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { csvCell } from '#platform/csv.ts'
import { completionsCsv, csvColumns } from './csv.ts'
import { openFileDrop } from './file-drop.ts'
import type { CompletionRecord } from './record.ts'

const folder = await mkdtemp(join(tmpdir(), 'waypost-drop-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
const noSignal = new AbortController().signal

const record = (changes: Partial<CompletionRecord> = {}): CompletionRecord => ({
  submission_id: 'SSD-17-1',
  agency: 'dmv',
  state_code: 'MI',
  provider: { organization_code: 'SSD', organization_name: 'Sunshine, Safe "Driving"' },
  student: {
    first_name: '=HYPERLINK("http://evil.example")',
    middle_name: '',
    last_name: 'Ñandú',
    suffix: 'Jr.',
    dob: '1999-04-12',
    gender: 'F',
    driver_license: 'D123456789012',
    license_state: 'MI',
    ssn_last_4: '0042',
    address1: '+1 Main',
    address2: '',
    city: 'Lansing',
    state: 'MI',
    zip: '04890',
    phone: '5175550100',
    email: '@evil.example',
    eye_color: null,
  },
  course: {
    course_id: 4,
    course_name: 'Teen Permit',
    version_number: 1,
    hours: 6,
    training: 'theory',
    license_class: null,
  },
  citation_number: '-2+3',
  citation_county: null,
  citation_date: null,
  court: null,
  notice_due_on: null,
  certificate_number: null,
  certificate_kind: null,
  course_reason: 'line one\r\nline two',
  completed_at: '2026-03-20T16:00:00.000Z',
  staff_advanced_ind: false,
  ...changes,
})

test('the columns are in their documented order', async () => {
  const documented = await readFile('docs/reporting.md', 'utf8')
  const named = [...documented.matchAll(/^\| \d+ \| `(\w+)` \|/gm)].map((match) => match[1])
  expect(named).toEqual(csvColumns)
  const [head, line, end] = completionsCsv([record()]).split('\r\n')
  expect(head).toBe(csvColumns.join(','))
  expect(line).toContain('SSD-17-1,dmv,MI,SSD,"Sunshine, Safe ""Driving""",')
  expect(line).toContain(',0042,')
  expect(end).toBe('')
})

test('no cell is a formula, and no line break starts a new line', () => {
  for (const cell of ['=1+1', '+1+1', '-1-1', '@sum', '\t=1', ' =1', '\u200b=1', '|cmd', '%x']) {
    expect(csvCell(cell).replace(/^"/, '').startsWith("'")).toBe(true)
  }
  expect(['O’Brien-Smith', '-1'].map(csvCell)).toEqual(['O’Brien-Smith', '-1'])
  expect(completionsCsv([record()]).split('\r\n')).toHaveLength(3)
})

test('a completion is one complete file with its own name, and a duplicate the second time', async () => {
  const drop = openFileDrop(folder)
  expect(await drop.submit(record(), noSignal)).toMatchObject({ outcome: 'accepted', receipt: 'dmv-SSD-17-1.csv' })
  expect(await readdir(folder)).toEqual(['dmv-SSD-17-1.csv'])
  expect(await readFile(join(folder, 'dmv-SSD-17-1.csv'), 'utf8')).toBe(completionsCsv([record()]))
  expect(await drop.submit(record(), noSignal)).toMatchObject({ outcome: 'duplicate', receipt: 'dmv-SSD-17-1.csv' })
})

test('an existing file about another person is not a duplicate, and is not overwritten', async () => {
  const drop = openFileDrop(folder)
  const first = record({ submission_id: 'SSD-18-1' })
  await drop.submit(first, noSignal)
  // Ids repeat after a restore, or if a second installation writes to the folder.
  const other = record({ submission_id: 'SSD-18-1', completed_at: '2026-05-01T16:00:00.000Z' })
  const response = await drop.submit(other, noSignal)
  expect(response).toMatchObject({
    outcome: 'accepted',
    receipt: expect.stringMatching(/^dmv-SSD-18-1-[0-9a-f]{8}\.csv$/),
  })
  expect(await readFile(join(folder, response.receipt!), 'utf8')).toBe(completionsCsv([other]))
  expect(await readFile(join(folder, 'dmv-SSD-18-1.csv'), 'utf8')).toBe(completionsCsv([first]))
  expect(await drop.submit(other, noSignal)).toMatchObject({ outcome: 'duplicate', receipt: response.receipt })
})

test('an unwritable folder means a retry, not a loss', async () => {
  const blocked = join(folder, 'blocked')
  await writeFile(blocked, 'a file where the folder should be')
  expect(await openFileDrop(blocked).submit(record(), noSignal)).toMatchObject({ outcome: 'retry' })
})

test('a partial file of a killed process is deleted a day later, and nothing else', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'waypost-drop-'))
  const longAgo = new Date(Date.now() - 25 * 60 * 60 * 1000)
  for (const name of ['.left.part', '.arriving.part', 'earlier.csv', '.settings']) {
    await writeFile(join(folder, name), 'x')
    if (name !== '.arriving.part') await utimes(join(folder, name), longAgo, longAgo)
  }
  await openFileDrop(folder).submit(record(), noSignal)
  expect((await readdir(folder)).toSorted()).toEqual(['.arriving.part', '.settings', 'dmv-SSD-17-1.csv', 'earlier.csv'])
  await rm(folder, { recursive: true })
})
