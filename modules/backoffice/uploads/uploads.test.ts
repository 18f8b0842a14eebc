import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { insertOrganization } from '#modules/identity/organizations/organization-tree.sql.ts'
import { localizeSentence } from '#platform/sentence.ts'
import { setChangedTexts } from '#platform/texts.ts'
import { type Client, openTestApp } from '#tests/support/app.ts'
import { readSheet } from '#tests/support/read-sheet.ts'
import { spreadsheetReader } from './spreadsheet.reader.ts'
import { deleteOldStudentUploads } from './upload.sql.ts'
import type { Issue } from './validate-rows.ts'

const app = await openTestApp({ jobs: true })
const { read } = app.database
const { rows: sample } = (await spreadsheetReader.read({
  bytes: readFileSync(join(import.meta.dirname, '../../../migrations/demo/students.xlsx')),
  sheet: null,
})) as { rows: string[][] }
await read`update identity.organization set invoice_ind = true where organization_id = 1`
const [courseWebsite] = await read<{ price: number; website_id: number }>`
  select price_cents / 100.0::float8 as price, website_id from catalogue.v_course_website where course_website_id = 1001`
const admin = await someone()
const terms = { organization: 1, course_website: 1001, coursePrice: courseWebsite!.price, bill_students: true }

async function someone(keys: readonly string[] = [], role = 1): Promise<Client> {
  const loginid = `staff${Math.random().toString(36).slice(2)}@example.com`
  const [row] = await read<{ user_id: number }>`
    insert into identity.person (organization_id, lk_user_role_id, loginid, email)
    values (1, ${role}, ${loginid}, ${loginid}) returning user_id`
  const { user_id } = row!
  for (const key of keys)
    await read`
      insert into identity.permission (user_id, organization_id, key, granted)
      values (${user_id}, 1, ${key.replace('-', '')}, ${!key.startsWith('-')})`
  return app.as(user_id)
}

const header = ['First_Name', 'Last_Name', 'Email', 'DOB']
let people = 0
const newcomer = (): string[] => {
  people += 1
  return ['Nadia', 'Newton', `nadia${people}.${Math.random().toString(36).slice(2)}@example.com`, '04/09/1990']
}
const sheet = (count: number) => [header, ...Array.from({ length: count }, newcomer)]
async function verified(rows: unknown, client = admin) {
  const { status, body } = await client.post('/student/verifyUploadData', { rows, file_name: 'class.xlsx' })
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body.data as { preview: Record<string, unknown>[]; student_upload_id: number; digest: string; good: number }
}
const upload = (body: object, client = admin) => client.post('/student/uploadStudents', { ...terms, ...body })
const stateOf = async (id: number, client = admin) => (await client.get(`/student/upload/${id}`)).body.upload
const logins = (rows: readonly unknown[][]) => rows.slice(1).map((row) => String(row[2]))
const coursesOf = (emails: readonly string[]) => read<{ email: string; n: number; status: number }>`
  select p.email, count(*)::int as n, min(c.lk_student_course_status_id)::int as status
  from identity.person p join learning.student_course c using (user_id)
  where p.loginid = any(${[...emails]}::text[]) group by 1 order by 1`

test('accepts a dash as the last name of a person without one, and refuses formula errors as names', async () => {
  const rowOf = (first: string, last: string) => [first, last, ...newcomer().slice(2)]
  const { preview, good } = await verified([header, rowOf('Sukarno', '-'), rowOf('#REF!', '#N/A'), rowOf('Ana', '')])
  expect(good).toBe(1)
  expect(preview.map(({ issues }) => (issues as { cell: string }[]).map(({ cell }) => cell))).toEqual([
    [],
    ['A3', 'B3'],
    ['B4'],
  ])
})

test('the sample: 60 students, 50 of them valid, each invalid cell named', async () => {
  const { preview, good } = await verified(sample)
  expect([preview.length, good]).toEqual([60, 50])
  const cells = preview.flatMap(({ issues }) => (issues as { cell: string }[]).map(({ cell }) => cell))
  expect(cells).toEqual(['D8', 'D14', 'E20', 'F26', 'F33', 'H39', 'C46', 'M53', 'L60', 'A64'])
  expect(preview.find(({ row }) => row === 20)!.issues).toMatchObject([
    { column: 'loginid', message: 'Row 4 already has this student.' },
  ])
  // P and Q come after the ignored columns, and are not shifted.
  expect(preview[0]).toMatchObject({ row: 2, lk_language_id: expect.stringMatching(/^[12]$/) })
  expect(preview[0]!.registered_at).toMatch(/^\d{2}\/\d{2}\/\d{4}/)
})

test("a refused row stores its message with placeholders and shows it in the reader's language", async () => {
  const long = newcomer().with(0, 'N'.repeat(400))
  const { preview, student_upload_id } = await verified([header, long])
  const [{ message } = { message: '' }] = preview[0]!.issues as { message: string }[]
  expect(message).toMatch(/^Shorten this to \d+ characters\.$/)
  const [row] = await read<{ issues: Issue[] }>`
    select issues from backoffice.student_upload_row where student_upload_id = ${student_upload_id}`
  const { en, es, params } = row!.issues[0]!
  const limit = /\d+/.exec(message)![0]
  expect(params).toEqual({ most: { count: Number(limit) } })
  setChangedTexts('1', { 'fr-ca': [[en, es, 'Raccourcissez à {most} signes.']] })
  expect(localizeSentence('fr-ca', { text: [en, es], params })).toBe(`Raccourcissez à ${limit} signes.`)
  expect(localizeSentence('es-es', { text: [en, es], params })).toBe(`Acórtelo a ${limit} caracteres.`)
  setChangedTexts('', {})
})

test('rows as objects keyed by header give the same result', async () => {
  const [names = [], ...rows] = sheet(2)
  const objects = rows.map((row) => Object.fromEntries(names.map((name, index) => [name.toLowerCase(), row[index]])))
  const { preview, good } = await verified(objects)
  expect([preview.length, good]).toEqual([2, 2])
  expect(preview[1]).toMatchObject({ row: 3, first_name: 'Nadia', email: rows[1]![2] })
})

test('accepts 5,000 students, 50 columns and 500 characters in a cell, and refuses one more', async () => {
  const wide = (columns: number) => [
    [...header, ...Array(columns - 4).fill('x')],
    [...newcomer(), ...Array(columns - 4).fill('y')],
  ]
  const long = (length: number) => [
    [...header, 'Notes'],
    [...newcomer(), 'n'.repeat(length)],
  ]
  expect((await verified(wide(50))).good).toBe(1)
  expect((await verified(long(500))).good).toBe(1)
  const send = (rows: unknown) => admin.post('/student/verifyUploadData', { rows })
  for (const rows of [wide(51), long(501), sheet(5_001), [header], [], [[''], ['', ' ']]])
    expect((await send(rows)).status).toBe(400)
  expect((await send(long(501))).body.issues[0].message).toBe('E2 has more than 500 characters.')
  expect((await verified(sheet(5_000))).good).toBe(5_000)
})

test('T-52: refuses rows of nested brackets before they are parsed into objects', async () => {
  const open = ['['.repeat(11_000_000), `{"rows":${'['.repeat(11_000_000)}`, `{"rows":[${'[],'.repeat(3_900_000)}[]]}`]
  for (const text of open) {
    const body = new TextEncoder().encode(text)
    const { status } = await admin.upload('POST', '/student/verifyUploadData', body, 'application/json')
    expect(status).toBe(413)
  }
})

test('5,000 students with all columns fit into the value limit of a call', async () => {
  const rows = [header, ...Array.from({ length: 5_000 }, newcomer)].map((row) => [...row, ...Array(14).fill('x')])
  expect((await verified(rows)).preview).toHaveLength(5_000)
})

test('corrects a full name in its cell, keeps suffixes in the last name, and stores unmapped columns unread', async () => {
  const rows = [
    ['Class of May'],
    [],
    ['Driver Name', 'Suffix', 'E-mail Address *', 'Shoe size'],
    ['Ana de la Cruz', 'Jr.', newcomer()[2]!, '38'],
    ['#N/A', '', newcomer()[2]!, '39'],
  ]
  const { preview, student_upload_id, digest } = await verified(rows)
  expect(preview[0]).toMatchObject({ row: 4, first_name: 'Ana', last_name: 'de la Cruz Jr.', issues: [] })
  expect((preview[1]!.issues as { cell: string }[]).map(({ cell }) => cell)).toContain('A5')
  expect(await stateOf(student_upload_id)).toMatchObject({
    heading_row: 3,
    headings_known: true,
    columns: [{ field: 'full_name' }, { field: 'suffix' }, { field: 'email' }, { field: null, header: 'shoe size' }],
  })
  const cells = [{ row: 5, column: 'full_name', value: 'Ruiz, Luis' }]
  expect((await admin.post('/student/mendUpload', { student_upload_id, digest, cells })).body).toMatchObject({
    good: 2,
  })
  const { good } = await stateOf(student_upload_id)
  expect(good[1]).toMatchObject({ first_name: 'Luis', last_name: 'Ruiz' })
})

test('unknown headings are replaced by the first row, and the response says so', async () => {
  const { student_upload_id } = await verified([
    ['Eins', 'Zwei'],
    ['a', 'b'],
  ])
  expect(await stateOf(student_upload_id)).toMatchObject({ heading_row: 1, headings_known: false, counts: { bad: 1 } })
})

test('T-30: uploads exactly the checked set: one changed letter, added or missing row is a 409', async () => {
  const { preview, student_upload_id, digest } = await verified(sheet(3))
  const altered = [
    [{ ...preview[0], first_name: 'Eve' }, ...preview.slice(1)],
    preview.slice(1),
    [...preview, preview[0]],
    preview.toReversed(),
  ]
  for (const students of altered)
    expect((await upload({ students })).body).toMatchObject({ error: true, code: 'UPLOAD_ALTERED' })
  expect((await upload({ student_upload_id, digest: digest.replace(/./, 'x') })).status).toBe(409)
  const started = await upload({ students: preview })
  expect(started.body).toMatchObject({
    error: false,
    newUsers: [{ row: 2 }, { row: 3 }, { row: 4 }],
    existingUsers: [],
  })
})

test('adds and charges each student once however often the upload is sent, and its task shows progress', async () => {
  const rows = sheet(6)
  const { student_upload_id, digest } = await verified(rows)
  const responses = await Promise.all(Array.from({ length: 5 }, () => upload({ student_upload_id, digest })))
  expect(new Set(responses.map(({ body }) => body.task_id)).size).toBe(1)
  expect(
    (await upload({ student_upload_id, digest, coursePrice: courseWebsite!.price + 1 })).status,
  ).toBeGreaterThanOrEqual(409)
  expect(await stateOf(student_upload_id)).toMatchObject({ state: 'running', counts: { good: 6, done: 0 } })
  await app.runJobs()
  await app.runJobs()
  expect(await coursesOf(logins(rows))).toEqual(
    logins(rows)
      .toSorted()
      .map((email) => ({ email, n: 1, status: 2 })),
  )
  const { body } = await admin.get(`/user/task/${responses[0]!.body.task_id}`)
  expect(body.task).toMatchObject({ state: 'done', rows_done: 6, rows_total: 6 })
  expect(body.task.summary).toContain('Successfully uploaded students!')
  expect(await stateOf(student_upload_id)).toMatchObject({ state: 'done', counts: { added: 6, failed: 0 } })
  const [event] = await read<{ actor: string; n: number }>`
    select p.loginid as actor, count(*)::int as n from platform.audit_event e
    join identity.person p on p.user_id = e.actor_user_id
    where e.action = 'user.create' and e.subject_user_id in
      (select user_id from identity.person where loginid = any(${logins(rows)}::text[])) group by 1`
  expect(event).toMatchObject({ n: 6, actor: expect.stringMatching(/^staff/) })

  // The same file again: no student is added or charged twice.
  const secondUpload = await verified(rows)
  expect(secondUpload.preview.every(({ exists_ind }) => exists_ind)).toBe(true)
  await upload({ student_upload_id: secondUpload.student_upload_id, digest: secondUpload.digest })
  await app.runJobs()
  expect((await stateOf(secondUpload.student_upload_id)).counts).toMatchObject({ added: 0, existing: 6, failed: 0 })
  expect((await coursesOf(logins(rows))).map(({ n }) => n)).toEqual(Array(6).fill(1))
})

test('a worker killed while uploading adds each student once, and the next one continues', async () => {
  const rows = sheet(12)
  const { student_upload_id, digest } = await verified(rows)
  await upload({ student_upload_id, digest })
  // The database refuses the eighth row and everything after it, as in an outage.
  await read`
    create function pg_temp_stop() returns trigger language plpgsql as $$
      begin if new.row_number >= 9 and new.outcome is not null then raise exception 'gone'; end if; return new; end $$`
  await read`create trigger stop before update on backoffice.student_upload_row for each row execute function pg_temp_stop()`
  await app.runJobs()
  const progress = await stateOf(student_upload_id)
  expect(progress.state).toBe('running')
  expect(progress.counts.done).toBeGreaterThan(0)
  expect(progress.counts.done).toBeLessThan(12)
  expect(await coursesOf(logins(rows))).toHaveLength(progress.counts.done)
  await read`drop trigger stop on backoffice.student_upload_row`
  await app.runJobs(true)
  expect((await stateOf(student_upload_id)).counts).toMatchObject({ done: 12, added: 12 })
  expect((await coursesOf(logins(rows))).map(({ n }) => n)).toEqual(Array(12).fill(1))
})

test("T-30: paid students go on the organization's invoice, only with the permission, at a price within bounds", async () => {
  const rows = sheet(1)
  const { student_upload_id, digest } = await verified(rows)
  const unprivileged = await someone(['-MANAGE_INVOICE_PAYMENTS:CREATE'])
  const checked = await verified(sheet(1), unprivileged)
  expect(
    (await upload({ ...checked, preview: undefined, data: undefined, good: undefined, paid: true }, unprivileged))
      .status,
  ).toBe(403)
  await read`update catalogue.course_website set min_price_cents = 500 where course_website_id = 1001`
  const free = await upload({ student_upload_id, digest, coursePrice: 4.99 })
  expect(free.body).toMatchObject({ code: 'PRICE_OUT_OF_BOUNDS' })
  await read`update catalogue.course_website set min_price_cents = null where course_website_id = 1001`
  expect((await upload({ student_upload_id, digest, shippingPrice: 999 })).body.code).toBe('PRICE_OUT_OF_BOUNDS')
  expect((await upload({ student_upload_id, digest, website: courseWebsite!.website_id + 1 })).status).toBe(404)
  expect((await upload({ student_upload_id, digest, organization: 2 })).status).toBe(404)
  const input = {
    student_upload_id,
    digest,
    coursePrice: null,
    paid: 1,
    trxId: 'Check 17',
    group: 'Tampa',
    due_on: '2030-01-31',
  }
  expect((await upload(input)).status).toBe(200)
  await app.runJobs()
  expect(await coursesOf(logins(rows))).toMatchObject([{ n: 1, status: 1 }])
  expect((await stateOf(student_upload_id)).terms).toMatchObject({
    paid: true,
    trxId: 'Check 17',
    coursePrice: courseWebsite!.price,
  })
})

test.each([
  ['on invoice', true, 0],
  ['billed themselves', false, 1],
])('students %s are added after their sender lost the right to invoice: %s', async (_, paid, added) => {
  const sender = await someone()
  const rows = sheet(1)
  const { student_upload_id, digest } = await verified(rows, sender)
  expect((await upload({ student_upload_id, digest, paid }, sender)).status).toBe(200)
  await read`
    insert into identity.permission (user_id, organization_id, key, granted)
    select user_id, 1, 'MANAGE_INVOICE_PAYMENTS:CREATE', false from backoffice.student_upload
    where student_upload_id = ${student_upload_id}`
  await app.runJobs()
  expect(await coursesOf(logins(rows))).toHaveLength(added)
})

test('students of an invoiced organization are billed only if that is chosen', async () => {
  const rows = sheet(3)
  const { student_upload_id, digest } = await verified(rows)
  const bills = () => app.mail.sent.filter(({ to, subject }) => logins(rows).includes(to) && /pay|order/i.test(subject))
  for (const paid of [false, undefined]) {
    const response = await upload({ student_upload_id, digest, bill_students: undefined, paid })
    expect([response.status, response.body.code]).toEqual([409, 'STUDENTS_BILLED'])
    expect(response.body.issues).toMatchObject([{ path: 'paid' }])
  }
  await app.runJobs()
  expect([bills(), await coursesOf(logins(rows))]).toEqual([[], []])
  expect((await upload({ student_upload_id, digest, bill_students: true })).status).toBe(200)
  await app.runJobs()
  expect(bills()).toHaveLength(3)
  // An organization that is not invoiced needs no such choice.
  await read`update identity.organization set invoice_ind = false where organization_id = 1`
  const other = await verified(sheet(1))
  const input = { student_upload_id: other.student_upload_id, digest: other.digest, bill_students: undefined }
  expect((await upload(input)).status).toBe(200)
  await app.runJobs()
  await read`update identity.organization set invoice_ind = true where organization_id = 1`
})

test('sends one welcome email to a new student, and another only if staff ask for it', async () => {
  const rows = sheet(2)
  const { student_upload_id, digest } = await verified(rows)
  expect((await upload({ student_upload_id, digest, paid: true })).status).toBe(200)
  await app.runJobs()
  await app.runJobs()
  const [login] = logins(rows)
  const welcomes = (to: string) =>
    app.mail.sent.filter((email) => email.to === to && email.text.includes('/change-password?token='))
  expect(logins(rows).map((to) => welcomes(to).length)).toEqual([1, 1])
  const user_id = await app.userId(login!)
  expect((await admin.post('/user/resendWelcome', { user_id })).status).toBe(200)
  await app.runJobs()
  expect(welcomes(login!)).toHaveLength(2)
})

test('corrects cells in place and maps columns; a set that changed since is a 409', async () => {
  const [, row = []] = sheet(1)
  const first = await verified([
    ['Vorname', 'Last_Name', 'Email', 'DOB'],
    [...row.slice(0, 3), '13/13/1990'],
  ])
  expect(first.good).toBe(0)
  const { student_upload_id } = first
  const correct = (body: object) => admin.post('/student/mendUpload', { student_upload_id, ...body })
  const mapped = await correct({ digest: first.digest, columns: [{ place: 0, field: 'first_name' }] })
  expect(mapped.body).toMatchObject({ good: 0, bad: 1 })
  const stale = await correct({ digest: first.digest, cells: [] })
  expect(stale.body.code).toBe('UPLOAD_ALTERED')
  const cells = [{ row: 2, column: 'dob', value: '12/13/1990' }]
  const response = await correct({ digest: mapped.body.digest, cells })
  expect(response.body).toMatchObject({ good: 1, bad: 0 })
  expect((await upload({ student_upload_id, digest: mapped.body.digest })).body.code).toBe('UPLOAD_ALTERED')
  expect((await upload({ student_upload_id, digest: response.body.digest })).status).toBe(200)
  expect((await correct({ digest: response.body.digest, cells })).body.code).toBe('UPLOAD_STARTED')
})

test('exports the rows with errors as a file to correct and send again', async () => {
  const { student_upload_id } = await verified(sample)
  const { bytes } = await admin.get(`/student/upload/${student_upload_id}/errors`)
  const { headings, rows } = await readSheet(bytes)
  expect(rows).toHaveLength(10)
  expect(rows[1]!.at(-1)).toContain('D14: ')
  const fixed = rows
    .filter((row) => row.at(-2) === '14')
    .map((row) => row.with(3, 'lucia.landry@example.com').with(4, ''))
  expect((await verified([headings, ...fixed])).good).toBe(1)
})

test('reports a login id out of scope as taken; a refused row states why and the others continue', async () => {
  const [row] = await read<{ loginid: string }>`
    select loginid from identity.person where lk_user_role_id = 1 and organization_id = 1 limit 1`
  const staff = newcomer().with(2, row!.loginid)
  const { preview } = await verified([header, staff])
  expect(preview[0]).toMatchObject({
    exists_ind: false,
    issues: [{ cell: 'C2', message: 'Username is already in use.' }],
  })
  // Free when checked, but taken by someone else before the upload.
  const rows = sheet(2)
  const { student_upload_id, digest } = await verified(rows)
  await read`
    insert into identity.person (organization_id, lk_user_role_id, loginid, email)
    values (2, 3, ${logins(rows)[0]!}, 'x@example.com')`
  await upload({ student_upload_id, digest })
  await app.runJobs()
  const { counts, failedUsers } = await stateOf(student_upload_id)
  expect(counts).toMatchObject({ added: 1, failed: 1 })
  expect(failedUsers).toMatchObject([
    { row: 2, problem: expect.stringContaining("isn't sold to this student's organization") },
  ])
})

test('limits a person to 100 checked files a day', async () => {
  const colleague = await someone()
  const { student_upload_id } = await verified(sheet(1), colleague)
  await read`
    insert into backoffice.student_upload (organization_id, user_id, site_id, file_name, columns, heading_row,
      headings_known, sheet_name, other_sheets, digest, created_at)
    select organization_id, user_id, site_id, file_name, columns, heading_row, headings_known, sheet_name, other_sheets,
           digest, created_at - interval '20 hours'
    from backoffice.student_upload cross join generate_series(1, 99)
    where student_upload_id = ${student_upload_id}`
  const response = await colleague.post('/student/verifyUploadData', { rows: sheet(1) })
  expect(response).toMatchObject({
    status: 429,
    body: { code: 'TOO_MANY', retry_after: expect.closeTo(4 * 3_600, -3) },
  })
})

test('T-20: an upload is visible to its sender on its site only, and requires the permissions', async () => {
  const { student_upload_id, digest } = await verified(sheet(1))
  const colleague = await someone()
  for (const path of ['', '/errors'])
    expect((await colleague.get(`/student/upload/${student_upload_id}${path}`)).status).toBe(404)
  expect((await upload({ student_upload_id, digest }, colleague)).status).toBe(404)
  expect((await colleague.post('/student/mendUpload', { student_upload_id, digest })).status).toBe(404)
  expect((await colleague.get('/student/uploads')).body.uploads).toEqual([])
  const instructor = await someone([], 2)
  expect((await instructor.post('/student/verifyUploadData', { rows: sheet(1) })).status).toBe(403)
  const adder = await someone(['-MANAGE_PAYMENTS:CREATE'])
  const ownUpload = await verified(sheet(1), adder)
  const response = await upload({ student_upload_id: ownUpload.student_upload_id, digest: ownUpload.digest }, adder)
  expect(response.status).toBe(403)
})

test('adds no students if the sender loses the permission before it starts', async () => {
  const leaver = await someone()
  const rows = sheet(2)
  const { student_upload_id, digest } = await verified(rows, leaver)
  expect((await upload({ student_upload_id, digest }, leaver)).status).toBe(200)
  await read`
    update identity.person set lk_user_status_id = 2
    where user_id = (select user_id from backoffice.student_upload where student_upload_id = ${student_upload_id})`
  await app.runJobs()
  expect(await coursesOf(logins(rows))).toEqual([])
  const [task] = await read`
    select state from identity.task where task_id =
      (select task_id from backoffice.student_upload where student_upload_id = ${student_upload_id})`
  expect(task).toEqual({ state: 'failed' })
})

test('T-30: rechecks permissions during an upload: a disabled sender adds no more students', async () => {
  const leaver = await someone()
  const rows = sheet(60)
  const { student_upload_id, digest } = await verified(rows, leaver)
  expect((await upload({ student_upload_id, digest }, leaver)).status).toBe(200)
  const [task] = await read<{ task_id: number }>`
    select task_id from backoffice.student_upload where student_upload_id = ${student_upload_id}`
  await read`
    create function pg_temp_leave() returns trigger language plpgsql security definer as $$
      begin
        update identity.person set lk_user_status_id = 2 where user_id = (
          select user_id from backoffice.student_upload u where u.student_upload_id = new.student_upload_id);
        return new;
      end $$`
  await read`
    create trigger leave before update on backoffice.student_upload_row for each row
    when (new.row_number = 12 and new.outcome is not null) execute function pg_temp_leave()`
  await app.runJobs()
  await read`drop trigger leave on backoffice.student_upload_row`
  const addedRows = await coursesOf(logins(rows))
  expect(addedRows.length).toBeGreaterThan(10)
  expect(addedRows.length).toBeLessThan(60)
  expect(await read`select state from identity.task where task_id = ${task!.task_id}`).toEqual([{ state: 'failed' }])
})

test('deletes the uploaded data after 30 days', async () => {
  const { student_upload_id } = await verified(sheet(1))
  const system = await app.ctx({ kind: 'system', name: 'test' })
  const forget = () => system.tx((ctx) => deleteOldStudentUploads(ctx))
  await forget()
  expect(await read`select from backoffice.student_upload where student_upload_id = ${student_upload_id}`).toHaveLength(
    1,
  )
  await app.moveClock(30 * 86_400_000 + 1_000)
  await forget()
  const rows = await read`select from backoffice.student_upload where student_upload_id = ${student_upload_id}`
  expect(rows).toEqual([])
})

test('T-22: a checked set exists on the site it was sent on, and not on sites of organizations below', async () => {
  const below = { code: 'UPL', name: 'Upload School', parent_organization_id: 1 }
  await app.database.tx((sql) => insertOrganization(sql, below))
  const user_id = await app.userId('admin@example.com')
  const [hereClient, thereClient] = [await app.as(user_id), await app.as(user_id, 'UPL')]
  const { student_upload_id, digest } = await verified(sheet(1), hereClient)
  expect((await thereClient.get(`/student/upload/${student_upload_id}`)).status).toBe(404)
  expect((await upload({ student_upload_id, digest }, thereClient)).status).toBe(404)
  expect((await hereClient.get(`/student/upload/${student_upload_id}`)).status).toBe(200)
  expect((await upload({ student_upload_id, digest }, hereClient)).status).toBe(200)
})

const licensed = ['Driver License Number', 'License State', 'CDL Class']
const licenseRow = (login: string) => read<{ license_number: unknown; lk_state_id: number; license_class: string }>`
  select l.license_number, l.lk_state_id, l.license_class
  from learning.driver_license l join identity.person using (user_id)
  where loginid = ${login}`

test('an upload sets the licenses of new students, and corrects those of existing ones', async () => {
  const sender = await someone()
  const rows = [
    [...header, ...licensed],
    [...newcomer(), 'd123456789012', 'Fla.', 'class a'],
  ]
  const { student_upload_id, digest, preview } = await verified(rows, sender)
  expect(preview[0]).toMatchObject({ license_number: 'd123456789012', warning: null, issues: [] })
  const [storedRow] = await read<{ text: string }>`
    select r::text as text from backoffice.student_upload_row r where student_upload_id = ${student_upload_id}`
  expect(storedRow!.text).not.toContain('123456789012')
  expect((await stateOf(student_upload_id, sender)).good[0].license_number).toBe('d123456789012')
  expect((await upload({ student_upload_id, digest }, sender)).status).toBe(200)
  await app.runJobs()
  const [login] = logins(rows)
  expect(await licenseRow(login!)).toMatchObject([{ lk_state_id: 10, license_class: 'A' }])
  const user = (await read<{ user_id: number }>`select user_id from identity.person where loginid = ${login!}`)[0]!
  const license = async () =>
    (await (await app.as(user.user_id)).get(`/student/driverLicense?user_id=${user.user_id}`)).body.license
  expect(await license()).toMatchObject({ license_number: 'D123456789012' })

  const secondUpload = await verified(
    rows.map((row, index) => (index ? row.with(4, 'E123456789012').with(6, '') : row)),
    sender,
  )
  await upload({ student_upload_id: secondUpload.student_upload_id, digest: secondUpload.digest }, sender)
  await app.runJobs()
  expect(await license()).toMatchObject({ license_number: 'E123456789012', license_class: 'A' })

  const limited = await someone(['-MANAGE_STUDENTS:UPDATE'])
  const third = await verified(
    rows.map((row, index) => (index ? row.with(4, 'F123456789012') : row)),
    limited,
  )
  await upload({ student_upload_id: third.student_upload_id, digest: third.digest }, limited)
  await app.runJobs()
  expect(await license()).toMatchObject({ license_number: 'E123456789012' })
})

test("a license class must exist in the license's state, and may be written in several ways", async () => {
  const sender = await someone()
  const input = ['C', 'class c', 'Clase E', 'd', 'CM', '3', 'Passenger (P)', 'FL', 'C1']
  const rows = [
    [...header, ...licensed],
    ...input.map((license_class) => [...newcomer(), 'D123456789012', 'FL', license_class]),
  ]
  const { student_upload_id, digest, preview } = await verified(rows, sender)
  const refusedClasses = preview.filter(({ issues }) => (issues as object[]).length > 0)
  expect(refusedClasses.map(({ license_class }) => license_class)).toEqual(['FL', 'C1'])
  await upload({ student_upload_id, digest }, sender)
  await app.runJobs()
  const stored = await Promise.all(logins(rows).map(async (login) => (await licenseRow(login))[0]?.license_class))
  expect(stored.slice(0, 7)).toEqual(['C', 'C', 'E', 'D', 'CM', '3', 'P'])
})

test('the language is read as a number, a code or a name', async () => {
  const input = ['1', '2', 'en', 'es', 'en-US', 'English', 'Spanish', 'Español', 'inglés', 'French', '3']
  const rows = [[...header, 'Language'], ...input.map((language) => [...newcomer(), language])]
  const { preview } = await verified(rows, await someone())
  const rowsWithIssues = preview.filter(({ issues }) => (issues as object[]).length > 0)
  expect(rowsWithIssues.map(({ lk_language_id }) => lk_language_id)).toEqual(['French', '3'])
})

test("a row's group and due date take precedence over the upload's", async () => {
  const sender = await someone()
  const rows = [
    [...header, 'Terminal', 'Complete by'],
    [...newcomer(), 'Tampa', '4/9/2030'],
    [...newcomer(), '', ''],
    [...newcomer(), 'Orlando', ''],
    [...newcomer(), 'x'.repeat(101), '2030-02-30'],
  ]
  const { student_upload_id, digest, preview } = await verified(rows, sender)
  expect((preview[3]!.issues as { column: string }[]).map(({ column }) => column)).toEqual(['group', 'due_on'])
  await upload({ student_upload_id, digest, group: 'Everyone', due_on: '2030-06-01' }, sender)
  await app.runJobs()
  const assignments = await read<{ loginid: string; group_name: string; due_on: string }>`
    select p.loginid, a.group_name, a.due_on::text as due_on
    from learning.course_assignment a
    join learning.student_course c using (student_course_id)
    join identity.person p on p.user_id = c.user_id
    where p.loginid = any(${logins(rows)}::text[])
    order by a.due_on, a.group_name`
  expect(assignments.map(({ group_name, due_on }) => [group_name, due_on])).toEqual([
    ['Tampa', '2030-04-09'],
    ['Everyone', '2030-06-01'],
    ['Orlando', '2030-06-01'],
  ])
})

test('an unusual license number is questioned and uploaded; a malformed one, state and class are refused', async () => {
  const sender = await someone()
  const rows = [
    [...header, ...licensed],
    [...newcomer(), 'D123456789012', 'FL', ''],
    [...newcomer(), '12345', 'FL', ''],
    [...newcomer(), '12/45678', 'Atlantis', 'ZZ'],
  ]
  const { student_upload_id, digest, good, preview } = await verified(rows, sender)
  expect(good).toBe(2)
  expect((preview[2]!.issues as { column: string }[]).map(({ column }) => column)).toEqual([
    'license_number',
    'license_state',
    'license_class',
  ])
  const state = await stateOf(student_upload_id, sender)
  expect(state.unusual).toBe(1)
  expect(state.good[0]).toMatchObject({ license_number: '12345', warning: expect.stringContaining('Florida') })
  // Corrected cells are sealed, too.
  const cells = [{ row: 4, column: 'license_number', value: 'G98765432' }]
  const response = await sender.post('/student/mendUpload', { student_upload_id, digest, cells })
  expect(response.status).toBe(200)
  const [row] = await read<{ text: string }>`
    select string_agg(r::text, ' ') as text from backoffice.student_upload_row r
    where student_upload_id = ${student_upload_id}`
  expect(row!.text).not.toContain('G98765432')
  expect((await stateOf(student_upload_id, sender)).bad[0].license_number).toBe('G98765432')
})
