import { expect, test } from 'vitest'
import { openTestApp } from '#tests/support/app.ts'

const app = await openTestApp()
const { read } = app.database
const admin = await app.as(await app.userId('admin@example.com'))
const agency = 'fl-dhsmv'
const address = `/manage/certificates/numbers/columns/${agency}`

const columns = {
  form: 'fixed',
  encoding: 'ascii',
  line_end: 'crlf',
  file_name: 'ACCT{date:YYYYMMDD}.TXT',
  header: [{ name: 'school', constant: 'SCHOOL-7', width: 10 }],
  fields: [
    { name: 'number', from: 'number', width: 9, align: 'right', pad: '0', required: true },
    {
      name: 'use',
      from: 'use',
      width: 1,
      codes: { original: 'U', duplicate: 'D', voided: 'V', superseded: 'V', unused: ' ' },
    },
    { name: 'day', from: 'day', date: 'MMDDYYYY', width: 8 },
    { name: 'student', from: 'student', width: 12, cut: true, case: 'upper' },
  ],
  trailer: [{ name: 'count', from: 'file.count', width: 4, align: 'right', pad: '0' }],
}
const layout = JSON.stringify(columns)
const postLayout = (suffix: string, body: object, client = admin) =>
  client.post(`/certificate/numbers/accountLayout${suffix}`, { agency, ...body })
const downloadAccount = async () =>
  (await admin.get(`/certificate/numbers/account?agency=${agency}&from=2020-01-01&until=2099-12-31&format=txt`)) as {
    status: number
    text: string
    body: { issues: { message: string }[] }
  }

test("the account has the columns of the agency's standard once an Admin entered them, otherwise ours", async () => {
  await admin.post('/certificate/numbers', { agency, numbers: ['1000007'] })
  const ownColumns = await downloadAccount()
  expect(ownColumns.text).toContain('The school chose these columns')
  const preview = (await postLayout('/preview', { layout })).body
  expect(preview).toMatchObject({ faults: [], file: { name: expect.stringMatching(/^ACCT\d{8}\.TXT$/) } })
  expect(preview.file.text).toContain('001000001U01052026ANA SAMPLE  \r\n')
  expect((await downloadAccount()).text).toBe(ownColumns.text)
  expect((await postLayout('', { layout })).status).toBe(200)
  expect((await postLayout('', { layout })).status).toBe(200)
  const lines = (await downloadAccount()).text.split('\r\n')
  expect(lines[0]).toBe('SCHOOL-7  ')
  expect(lines[1]).toMatch(/^001000007 \d{8} {12}$/)
  expect(lines[2]).toBe('0001')
  expect((await admin.get('/certificate/numbers')).body.stocks).toContainEqual(
    expect.objectContaining({ agency, entered_columns: true }),
  )
  expect((await postLayout('', { layout: '' })).status).toBe(200)
  expect((await downloadAccount()).text).toBe(ownColumns.text)
})

test.each([
  ['no JSON', 'columns', 'expected'],
  ['no columns', JSON.stringify({ ...columns, fields: [] }), 'fields'],
  ['an open template', JSON.stringify({ ...columns, line_end: null }), 'line_end'],
  [
    'a value of another file',
    JSON.stringify({ ...columns, fields: [{ name: 'x', from: 'student.dob', width: 8 }] }),
    'from',
  ],
  ['a column without a width', JSON.stringify({ ...columns, fields: [{ name: 'x', from: 'number' }] }), 'width'],
  [
    'a column too narrow for made-up numbers',
    JSON.stringify({ ...columns, fields: [{ name: 'x', from: 'number', width: 3 }] }),
    'Number 1000001 does not fit the column “x”.',
  ],
])('refuses %s, and names it in the preview', async (_, text, fault) => {
  const preview = (await postLayout('/preview', { layout: text })).body
  expect(preview.file).toBeNull()
  expect(preview.faults.join(' ')).toContain(fault)
  const response = await postLayout('', { layout: text })
  expect([response.status, response.body.issues[0].path]).toEqual([400, 'layout'])
  expect((await admin.get(`/certificate/numbers/accountLayout?agency=${agency}`)).body.layout).toBe('')
})

test('numbers that do not fit the columns refuse the file, because no line may be dropped', async () => {
  const narrow = { ...columns, fields: [{ name: 'number', from: 'number', width: 7 }] }
  await postLayout('', { layout: JSON.stringify(narrow) })
  await admin.post('/certificate/numbers', { agency, numbers: ['100000800'] })
  const response = await downloadAccount()
  expect([response.status, response.body.issues[0]!.message]).toEqual([
    400,
    'Number 100000800 does not fit the column “number”.',
  ])
  await postLayout('', { layout: '' })
})

test('only Admins with the settings change the columns, each organization its own', async () => {
  const addAdmin = async (code: string) => {
    const loginid = `columns-${code}@example.com`
    const [row] = await read<{ user_id: number; organization_id: number }>`
      insert into identity.person (organization_id, lk_user_role_id, loginid, email)
      select organization_id, 1, ${loginid}, ${loginid} from identity.organization where code = ${code}
      returning user_id, organization_id`
    return row!
  }
  const row = await addAdmin('SSD')
  await read`
    insert into identity.permission (user_id, organization_id, key, granted)
    values (${row.user_id}, ${row.organization_id}, 'MANAGE_SETTINGS:UPDATE', false)`
  const reader = await app.as(row.user_id)
  for (const suffix of ['', '/preview']) expect((await postLayout(suffix, { layout }, reader)).status).toBe(403)
  const student = await app.as(await app.userId('student@example.com'))
  expect((await student.get(`/certificate/numbers/accountLayout?agency=${agency}`)).status).toBe(403)
  expect((await postLayout('', { layout, agency: 'dmv' })).status).toBe(400)
  await postLayout('', { layout })
  const other = await app.as((await addAdmin('LSD')).user_id, 'LSD')
  expect((await other.get(`/certificate/numbers/accountLayout?agency=${agency}`)).body.layout).toBe('')
  await postLayout('', { layout: '' })
})

test('the page previews columns without saving them, and shows the refusal at the field', async () => {
  const preview = await admin.visit(address, { layout, action: 'preview' })
  for (const text of ['with made-up numbers', '001000001U01052026ANA SAMPLE', 'SCHOOL-7'])
    expect(preview.text).toContain(text)
  expect((await admin.visit(address)).text).not.toContain('SCHOOL-7')
  const response = await admin.visit(address, { layout: 'columns', action: 'save' })
  expect([response.status, response.text]).toEqual([400, expect.stringContaining('aria-invalid="true"')])
  expect((await admin.visit(address, { layout, action: 'save' })).status).toBe(303)
  expect((await admin.visit(address)).text).toContain('SCHOOL-7')
  expect((await admin.visit('/manage/certificates/numbers')).text).toContain(`href="${address}"`)
  expect((await admin.visit('/manage/certificates/numbers/columns/nonsense')).headers.get('location')).toBe('/404')
})
