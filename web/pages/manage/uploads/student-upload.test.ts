import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import exceljs from 'exceljs'
import { expect, test } from 'vitest'
import { templateFields } from '#modules/backoffice/uploads/columns.shared.ts'
import { limits } from '#modules/backoffice/uploads/limits.shared.ts'
import { openTestApp } from '#tests/support/app.ts'

const app = await openTestApp({ jobs: true })
const sample = readFileSync(join(import.meta.dirname, '../../../../migrations/demo/students.xlsx'))
const admin = await app.as(await app.userId('admin@example.com'))
const page = '/manage/students/upload'

/** A form with a file, as a browser without scripts sends it. */
async function send(file: File | null, sheet = '') {
  const body = new FormData()
  body.set('sheet', sheet)
  if (file) body.set('file', file)
  const response = await app.app.request(`http://localhost:3000${page}`, {
    method: 'POST',
    headers: { host: 'localhost:3000', origin: 'http://localhost:3000', cookie: admin.cookies() },
    body,
  })
  return { status: response.status, location: response.headers.get('location') ?? '', text: await response.text() }
}

test('students of a spreadsheet are checked, corrected in place and uploaded by plain forms, to the end', async () => {
  expect((await admin.visit('/manage/students')).text).toContain(`href="${page}"`)
  const sentBody = await send(new File([sample], 'students.xlsx'))
  expect([sentBody.status, sentBody.location]).toEqual([
    303,
    expect.stringMatching(/^\/manage\/students\/upload\/\d+$/),
  ])
  const uploadPath = sentBody.location
  const html = (await admin.visit(uploadPath)).text
  for (const words of [
    'Ready to upload: 50 of 60 rows.',
    'D14 Email',
    'M53 ZIP code',
    'L60 State',
    'Upload students (50)',
  ])
    expect(html).toContain(words)
  const digest = (text: string) => /name="digest" value="([0-9a-f]{64})"/.exec(text)![1]!
  const response = await admin.visit(uploadPath, {
    action: 'mend',
    digest: digest(html),
    'cell:14:email': 'lucia.landry@example.com',
    'cell:53:zip': '33130',
    'cell:60:state': 'FL',
  })
  expect(response.status).toBe(303)
  const corrected = (await admin.visit(uploadPath)).text
  // The login ID of row 14 is its email, which was mistyped as well.
  expect(corrected).toMatch(/5[23] of 60 rows/)
  expect((await admin.visit(uploadPath, { action: 'mend', digest: digest(html) })).status).toBe(409)
  const terms = { organization: '1', course_website: '1001', coursePrice: '', shippingPrice: '0', trxId: '' }
  // The price field is empty, so that no course becomes free by an untouched field.
  await app.database.read`update catalogue.website set min_price_cents = null where website_id = 101`
  expect((await admin.visit(uploadPath)).text).toMatch(/<input[^>]*name="coursePrice"[^>]*value=""/)
  const cheap = await admin.visit(uploadPath, {
    action: 'upload',
    digest: digest(corrected),
    ...terms,
    coursePrice: '0',
  })
  expect([cheap.status, cheap.text]).toEqual([422, expect.stringContaining('The price must be in this range')])
  const started = await admin.visit(uploadPath, { action: 'upload', digest: digest(corrected), ...terms })
  expect([started.status, started.headers.get('location')]).toEqual([303, uploadPath])
  expect((await admin.visit(uploadPath)).text).toMatch(/0 of 5[23]</)
  await app.runJobs()
  const pageText = (await admin.visit(uploadPath)).text
  expect(pageText).toMatch(/New students \(5[23]\)/)
  expect(pageText).not.toContain('Ready to upload')
  expect(pageText).toContain('Download the rows with errors')
  await admin.post('/user/setLanguage', { language: 2 })
  expect((await admin.visit(uploadPath)).text).toMatch(/Estudiantes nuevos \(5[23]\)/)
  expect((await admin.visit(page)).text).toContain('students.xlsx')
  await admin.post('/user/setLanguage', { language: 1 })
  const studentPath = /\/manage\/student\/\d+/.exec(pageText)![0]
  expect((await admin.visit(uploadPath, { action: 'undo' })).status).toBe(303)
  await app.runJobs()
  const undone = (await admin.visit(uploadPath)).text
  expect(undone).toMatch(/Undone: 5[23]\. Left unchanged: 0\./)
  // There are no links to removed students.
  expect(undone).not.toContain(`"${studentPath}"`)
  expect((await admin.visit(studentPath)).headers.get('location')).toMatch(/^\/404/)
})

test("the workbook's sheet, headings and unread parts are shown before the upload", async () => {
  const book = new exceljs.Workbook()
  book.addWorksheet('Lists', { state: 'hidden' }).addRow(['FL'])
  book
    .addWorksheet('May')
    .addRows([
      ['Students of May'],
      ['First_Name', 'Last_Name', 'Email', 'Shoe size'],
      ['Ana', 'Ruiz', 'ana.may@example.com'],
    ])
  book.addWorksheet('June').addRows([
    ['First_Name', 'Last_Name', 'Email'],
    ['Eva', 'Paz', 'eva.june@example.com'],
  ])
  const file = () => book.xlsx.writeBuffer().then((bytes) => new File([bytes as ArrayBuffer], 'class.xlsx'))
  const allowed = (await admin.visit((await send(await file())).location)).text
  for (const text of [
    'Sheet read: May.',
    'Row 2 was taken as the headings.',
    'D “shoe size”',
    'Sheets that are not read: “June”.',
    'Ana Ruiz',
  ])
    expect(allowed).toContain(text)
  expect(allowed).not.toContain('Lists')
  const june = (await admin.visit((await send(await file(), 'June')).location)).text
  for (const words of ['Sheet read: June.', 'Row 1 was taken as the headings.', 'Eva Paz'])
    expect(june).toContain(words)
  const none = await send(await file(), 'July')
  expect([none.status, none.text]).toEqual([422, expect.stringContaining('This workbook has no sheet with that name.')])
  const unclear = await send(
    new File([new Uint8Array([...new TextEncoder().encode('First_Name,Email\nNu'), 0x96, 0x65, 0x7a])], 'a.csv'),
  )
  expect([unclear.status, unclear.text]).toEqual([422, expect.stringContaining('CSV UTF-8')])
})

test('the preview has the group and the due date of rows that state them, and phones as people write them', async () => {
  const previewOf = async (headings: string[], row: string[]) => {
    const file = new File([[headings, row].map((cells) => cells.join()).join('\n')], 'own.csv')
    return (await admin.visit((await send(file)).location)).text.split('<table')[1]!.split('</table>')[0]!
  }
  const names = ['First_Name', 'Last_Name', 'Email', 'Phone']
  const ana = ['Ana', 'Ruiz', 'ana.own@example.com', '8135550147']
  const preview = await previewOf([...names, 'Terminal', 'Complete by'], [...ana, 'Tampa', '4/9/2030'])
  for (const text of ['>Group<', '>Due date<', '>Tampa<', '>4/9/2030<', '(813) 555-0147'])
    expect(preview).toContain(text)
  expect(await previewOf(names, ana)).not.toMatch(/>Group<|>Due date</)
})

test.each([
  [1, 'students-template.csv', 'Ana,,Ruiz,ana.template@example.com,,02/29/2004'],
  [2, 'plantilla-de-estudiantes.csv', 'Ana,,Ruiz,ana.plantilla@example.com,,02/29/2004'],
])('a filled template in language %i is read with all of its columns', async (language, name, row) => {
  await admin.post('/user/setLanguage', { language })
  const html = (await admin.visit(page)).text
  await admin.post('/user/setLanguage', { language: 1 })
  const link = /href="data:text\/csv;charset=utf-8,([^"]+)"[^>]*download="([^"]+)"/.exec(html)!
  expect(link[2]).toBe(name)
  const sentBody = await send(new File([decodeURIComponent(link[1]!), row], name))
  const { upload } = (await admin.get(sentBody.location.replace('/manage/students', '/student'))).body
  expect(upload.columns.map(({ field }: { field: string }) => field)).toEqual(templateFields)
  expect(upload.counts.rows).toBe(1)
})

test('an invalid or missing file is reported at the field; without the permission there is no page', async () => {
  const none = await send(new File([new Uint8Array([1, 0, 2])], 'students.xlsx'))
  expect([none.status, none.text]).toEqual([422, expect.stringContaining('Error processing schedules. Try again.')])
  expect((await send(null)).text).toContain('Choose a file.')
  const empty = await send(new File(['First_Name,Email\n,\n'], 'a.csv'))
  expect([empty.status, empty.text]).toEqual([400, expect.stringContaining('The file has no students.')])
  const many = await send(new File(['First_Name\n', 'Ana\n'.repeat(limits.lines)], 'a.csv'))
  expect([many.status, many.text]).toEqual([422, expect.stringContaining('A file can have up to 5,000 students.')])
  const instructor = await app.as(await app.userId('instructor@example.com'))
  expect([302, 303, 403]).toContain((await instructor.visit(page)).status)
  expect((await instructor.visit('/manage/students')).text).not.toContain(`href="${page}"`)
  expect((await admin.visit(`${page}/999999999`)).headers.get('location')).toMatch(/^\/404/)
})
