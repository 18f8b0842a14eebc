import { readFile } from 'node:fs/promises'
import type { Browser, Download, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runSchedulesJob } from '#jobs/backoffice/run-schedules.job.ts'
import { demoPassword } from '#modules/identity/demo-people.ts'
import { aboutYou, ok, registerOverHttp } from '#tests/support/path.ts'
import { readSheet } from '#tests/support/read-sheet.ts'
import { violations } from './support/axe.ts'
import { complaints, desktop, openBrowser } from './support/browser.ts'
import { addPeople, runOfClock, signIn } from './support/shop.ts'
import { type Site, startSite } from './support/site.ts'
import { becomeStudent, callerOf, follow, visit } from './support/student.ts'

/** A working day of the back office, by keyboard; every other station in Spanish. */
const nora = { email: 'nora@example.com', password: 'Long-Road-Home-77', firstName: 'Nora', lastName: 'Vale' }
const second = { loginid: 'second@example.com', role: 'Admin', first_name: 'Bea', last_name: 'Secondhand' } as const
const manager = { email: 'manager@example.com', first_name: 'Mara', last_name: 'Manriquez' }
const offer = 1001

let site: Site
let read: Site['database']['read']
let browser: Browser
let desk: Page
let other: Page
let second_id: number
let student_course_id: number
const problems: string[][] = []

beforeAll(async () => {
  site = await startSite()
  read = site.database.read
  browser = await openBrowser()
  const [home] = await site.database.read<{ code: string }>`
    select code from identity.organization where organization_id = 1`
  ;[second_id] = (await addPeople(site, [{ ...second, code: home!.code }])) as [number]
  const student = await openPage('en-us')
  student_course_id = await becomeStudent(student, site, nora, offer)
  ok(await callerOf(student).post('/user/saveAboutYou', aboutYou(nora)))
  await registerOverHttp(callerOf(student), student_course_id, 'A123456')
  await student.context().close()
  desk = await openPage('en-us')
  other = await openPage('en-us')
}, 180_000)
afterAll(async () => {
  await browser?.close()
  await site?.stop()
})

async function openPage(locale: string): Promise<Page> {
  const context = await browser.newContext({ ...desktop, reducedMotion: 'reduce' })
  context.setDefaultTimeout(20_000)
  const page = await context.newPage()
  problems.push(complaints(page))
  await speak(page, locale)
  return page
}

const speak = (page: Page, locale: string) =>
  page.context().addCookies([{ name: 'locale', value: locale, url: site.origin }])
const main = (page: Page) => page.locator('main').innerText()
const button = (name: string | RegExp, within: Page | Locator = desk) =>
  within.getByRole('button', { name, exact: true })
const open = (path: string, page = desk) => visit(page, site.origin + path)

/** Moves the focus to a control, as Tab would, and presses a key on it. */
const press = (control: Locator, key = 'Enter') => control.press(key)
const pressThrough = (control: Locator, page = desk) => follow(page, () => press(control))

/** Types over what a field holds. */
async function type(field: Locator, text: string): Promise<void> {
  await field.focus()
  await field.press('ControlOrMeta+A')
  await field.pressSequentially(text)
}

/** Jumps with the command palette: its key, a few letters, and Enter on the first result. */
async function jump(letters: string, option: string, page = desk): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').waitFor()
  await page.keyboard.type(letters)
  await page.getByRole('option', { name: option }).first().and(page.locator('[data-highlighted]')).waitFor()
  await follow(page, () => page.keyboard.press('Enter'))
}

const quiet = async (page = desk) => expect(await violations(page), page.url()).toEqual([])

describe('a working day of staff', { timeout: 120_000 }, () => {
  test('the home page lists pending work in the morning, with links', async () => {
    await read`
      insert into support.ticket (organization_id, visitor_name, visitor_email, lk_issue_category_id, issue_name,
                                  lk_issue_status_id)
      values (1, 'A Visitor', 'visitor@example.com', 1, 'Cannot sign in', 5)`
    await signIn(desk, site.origin, 'admin@example.com', '/manage/home')
    await quiet()
    const waits = desk.getByRole('link', { name: 'New support tickets' })
    expect(await desk.getByRole('listitem').filter({ has: waits }).innerText()).toMatch(/\b1$/)
    await pressThrough(waits)
    await desk.getByText('A Visitor').first().waitFor()
    await open('/manage/home')
    await jump('students', 'Students')
    expect(new URL(desk.url()).pathname).toBe('/manage/students')
  })

  test('forty students are imported from a spreadsheet, with four cells corrected in place', async () => {
    await speak(desk, 'es-es')
    await open('/manage/students/upload')
    await quiet()
    await desk
      .locator('main [name=file]')
      .setInputFiles({ name: 'forty.xlsx', mimeType: sheetType, buffer: await makeSpreadsheet() })
    await pressThrough(button('Revisar el archivo'))
    await desk.getByText('Listas para cargar: 36 de 40 filas.').first().waitFor()
    await quiet()
    for (const { cell, mended } of invalidInput) {
      const field = desk.getByLabel(new RegExp(`^${cell} `))
      expect(await field.getAttribute('aria-invalid')).toBe('true')
      await type(field, mended)
    }
    await pressThrough(button('Guardar y revisar de nuevo'))
    await desk.getByText('Listas para cargar: 40 de 40 filas.').first().waitFor()
    const [sold] = await read<{ price: string }>`
      select (price_cents / 100.0)::numeric(9, 2)::text as price from catalogue.v_course_website
      where course_website_id = ${offer}`
    await desk.getByLabel('Curso y sitio web').selectOption(String(offer))
    await type(desk.getByLabel('Precio del curso'), '0.01')
    await pressThrough(button('Cargar estudiantes (40)'))
    // Below the website's minimum: nothing begins.
    await desk.locator('[role=alert], #toasts > *').first().waitFor()
    expect(await read`select from identity.person where email like 'import%'`).toHaveLength(0)
    await type(desk.getByLabel('Precio del curso'), sold!.price)
    await pressThrough(button('Cargar estudiantes (40)'))
    await desk.getByText('Estudiantes nuevos (40)').waitFor({ timeout: 60_000 })
    await quiet()
    const addedRows = await read<{ email: string; n: number }>`
      select p.email, count(*)::int as n from identity.person p join learning.student_course using (user_id)
      where p.email like 'import%' group by 1`
    expect(addedRows.map(({ n }) => n)).toEqual(Array(40).fill(1))
    expect(addedRows.map(({ email }) => email)).toContain('import07@example.com')
  })

  test('a website is created together with its promo codes, all or nothing', async () => {
    await speak(desk, 'en-us')
    await open('/manage/organization/1/websites')
    await quiet()
    await pressThrough(desk.getByRole('link', { name: 'Add website' }))
    await quiet()
    await type(desk.locator('[name=websiteName]'), 'Morning fleet')
    await type(desk.locator('[name=new_code_0]'), 'MORNING10')
    await type(desk.locator('[name=new_percent_0]'), '110')
    await type(desk.locator('[name=new_code_1]'), 'FIVEOFF')
    await type(desk.locator('[name=new_dollars_1]'), '5')
    await pressThrough(button('Save'))
    await desk.getByText('Enter a whole percentage from 1 to 100.').waitFor()
    const websites = () => read`select from catalogue.website where name = 'Morning fleet'`
    expect(await websites()).toHaveLength(0)
    await type(desk.locator('[name=new_percent_0]'), '10')
    await pressThrough(button('Save'))
    await desk.getByText('Website saved.').waitFor()
    expect(await websites()).toHaveLength(1)
    await pressThrough(desk.getByRole('link', { name: /^Edit Website.*Morning fleet$/ }))
    await quiet()
    const codes = desk.getByRole('listitem').filter({ has: desk.getByLabel(/^Delete/) })
    expect((await codes.allInnerTexts()).map((text) => text.split('\n')[0])).toEqual(
      expect.arrayContaining([expect.stringMatching(/^MORNING10 10\s?%/), expect.stringMatching(/^FIVEOFF \$5\.00/)]),
    )
  })

  test('a student of a regulated course is advanced with the approval of a second person', async () => {
    await speak(desk, 'es-es')
    await open('/manage/home')
    await jump('Nora', 'Nora Vale')
    await quiet()
    await pressThrough(desk.getByRole('link', { name: 'Adelantar' }))
    for (const [label, index] of [
      ['Curso', 1],
      ['Capítulo', 2],
      ['Sección', 1],
      ['Parte', 1],
    ] as const) {
      await desk.getByLabel(label, { exact: true }).selectOption({ index })
      await pressThrough(button('Continuar'))
    }
    await quiet()
    await type(desk.getByLabel('Motivo'), 'Hizo estas lecciones en clase.')
    await pressThrough(button('Solicitar aprobación'))
    await desk.getByText('Una segunda persona con este permiso debe aprobarlo en un plazo de siete días.').waitFor()
    await open('/manage/advances')
    await quiet()
    // The requester can't decide.
    await button('Retirar la solicitud').waitFor()
    expect(await button('Aprobar').count()).toBe(0)
    const selectAdvances = () => read<{ advanced_by: number; approved_by: number }>`
      select advanced_by, approved_by from learning.course_advance where student_course_id = ${student_course_id}`
    expect(await selectAdvances()).toHaveLength(0)
    await signIn(other, site.origin, second.loginid, '/manage/home')
    await pressThrough(other.getByRole('link', { name: 'Student advances waiting for your approval' }), other)
    await other.getByText('Hizo estas lecciones en clase.').waitFor()
    await pressThrough(button('Approve', other), other)
    await other.getByText('Approved. The student was moved ahead.').waitFor()
    const [advance] = await selectAdvances()
    expect(advance!.approved_by).toBe(second_id)
    expect(advance!.advanced_by).not.toBe(second_id)
  })

  test('part of a payment is refunded from the list after reauthentication', async () => {
    await speak(desk, 'en-us')
    await fetch(`${site.origin}/dev/gateway/settle`, { method: 'POST' })
    await site.moveClock(16 * 60_000)
    await open('/manage/payments')
    await quiet()
    const row = desk.getByRole('row', { name: /Nora Vale/ })
    await row.waitFor()
    await find('Nora')
    await menuOf(row, 'link', 'Refund')
    const dialog = desk.getByRole('dialog', { name: 'Refund' })
    await type(dialog.getByLabel(/^Amount/), '5.00')
    await dialog.getByText('To be refunded: $5.00').waitFor()
    await quiet()
    await press(button('Refund', dialog))
    const proofDialog = desk.getByRole('dialog', { name: "Confirm it's you" })
    await proofDialog.getByLabel('Password', { exact: true }).fill(demoPassword)
    await desk.keyboard.press('Enter')
    await expect.poll(() => row.innerText(), { timeout: 30_000 }).toContain('$5.00')
    const { refunds } = await (await fetch(`${site.origin}/dev/gateway/ledger`)).json()
    expect(refunds).toMatchObject([{ amount_cents: 500 }])
  })

  test('an organization, its brand and a sub-organization are created, and its manager is invited', async () => {
    await speak(desk, 'es-es')
    await open('/manage/organizations')
    await quiet()
    await pressThrough(desk.getByRole('link', { name: 'Agregar organización' }))
    await quiet()
    await type(desk.locator('[name=name]'), 'Norte Vial')
    await type(desk.locator('[name=code]'), 'NVZ')
    await type(desk.locator('[name=sign_in_text]'), 'Bienvenidos a Norte Vial.')
    await type(desk.locator('[name=brand_color]'), '#1d4ed8')
    await pressThrough(button('Guardar'))
    await desk.getByText('Se agregó Norte Vial.').waitFor()
    const idOf = async (code: string) =>
      (
        await read<{ id: number; parent: number }>`
          select organization_id as id, parent_organization_id as parent
          from identity.organization where code = ${code}`
      )[0]
    const { id } = (await idOf('NVZ'))!
    await open(`/manage/organization/${id}/suborganizations`)
    await quiet()
    await pressThrough(desk.getByRole('link', { name: 'Agregar suborganización' }))
    await type(desk.locator('[name=name]'), 'Norte Vial Costa')
    await type(desk.locator('[name=code]'), 'NVC')
    await pressThrough(button('Guardar'))
    await desk.getByText('Se agregó Norte Vial Costa.').waitFor()
    await quiet()
    expect(await idOf('NVC')).toMatchObject({ parent: id })

    await open(`/manage/organization/${id}/manager`)
    await quiet()
    for (const [name, text] of Object.entries(manager)) await type(desk.locator(`main [name=${name}]`), text)
    await pressThrough(button('Enviar invitación'))
    await desk.getByText(`Se envió la invitación a ${manager.email}.`).waitFor()
    const link = async () => {
      for (const { text } of await site.emails(manager.email)) {
        const link = /https?:\/\/\S+\/invitation\/instructor\?token=[\w-]+/.exec(text)?.[0]
        if (link) return link
      }
      return null
    }
    await expect.poll(link, { timeout: 60_000, interval: 250 }).not.toBeNull()
    const invited = await openPage('es-es')
    await visit(invited, (await link())!)
    await invited.getByText('Norte Vial').first().waitFor()
    await quiet(invited)
    await type(invited.locator('[name=password]'), 'Coast-Road-Early-31')
    await type(invited.locator('[name=confirmPassword]'), 'Coast-Road-Early-31')
    await follow(invited, () => invited.keyboard.press('Enter'))
    await visit(invited, `${new URL(invited.url()).origin}/manage/organization/${id}/overview`)
    expect(await main(invited)).toContain('Norte Vial')
    await invited.context().close()
    await open(`/manage/organization/${id}/manager`)
    await desk.getByText('Responsable: Mara Manriquez').waitFor()

    const visitor = await openPage('es-es')
    await visit(visitor, `${site.of('NVZ')}/login`)
    await visitor.getByText('Bienvenidos a Norte Vial.').waitFor()
    await quiet(visitor)
    await visitor.context().close()
  })

  test('a report is scheduled, runs at its time, and its file opens in a spreadsheet', async () => {
    await speak(desk, 'en-us')
    await open('/manage/reports')
    await quiet()
    await pressThrough(desk.getByRole('link', { name: 'Enrollments', exact: true }))
    await open('/manage/reports/schedules?report=enrollments&period=this-year')
    await quiet()
    const [row] = await read<{ at: string }>`
      select to_char((platform.now() + interval '2 minutes') at time zone 'UTC', 'HH24:MI') as at`
    await desk.getByLabel('Repeats').selectOption('daily')
    await desk.getByLabel('Time', { exact: true }).fill(row!.at)
    await desk.getByLabel('Time zone').selectOption('UTC')
    await type(desk.getByLabel('Recipients'), `admin@example.com, ${second.loginid}`)
    await pressThrough(button('Save schedule'))
    await desk.getByText('Schedule saved.').waitFor()
    await site.moveClock(3 * 60_000)
    await runOfClock(site, runSchedulesJob)
    const subjects = async () => (await site.emails('admin@example.com')).map(({ subject }) => subject).join('\n')
    await expect.poll(subjects, { timeout: 60_000, interval: 250 }).toContain('Enrollments')
    await open('/manage/reports/history')
    await quiet()
    const file = desk.getByRole('link', { name: /^Download XLSX/ })
    // One for each recipient; another person's file can't be opened.
    expect(await desk.getByRole('row', { name: /Enrollments/ }).count()).toBe(2)
    expect(await file.count()).toBe(1)
    const [download] = await Promise.all([desk.waitForEvent('download'), press(file)])
    expect(download.suggestedFilename()).toBe('Enrollments.xlsx')
    const { headings, rows } = await sheetOf(download)
    const email = headings.findIndex((name) => /email/i.test(name))
    const imported = rows.map((cells) => cells[email]!).filter((text) => text.startsWith('import'))
    expect(new Set(imported).size).toBe(40)
  })

  test('an administrator is removed and restored', async () => {
    await speak(desk, 'es-es')
    await open('/manage/administrators')
    await quiet()
    await find('Secondhand')
    const row = desk.getByRole('row', { name: /Secondhand/ })
    await row.waitFor()
    await menuOf(row, 'button', 'Eliminar usuario')
    const dialog = desk.getByRole('dialog', { name: 'Confirmar la eliminación del administrador' })
    await dialog.waitFor()
    await quiet()
    await press(button('Eliminar usuario', dialog))
    await desk.getByText('El administrador se eliminó correctamente.').waitFor()
    const removed = async () =>
      (
        await read<{ gone: boolean }>`
        select deleted_at is not null as gone from identity.person where user_id = ${second_id}`
      )[0]!.gone
    expect(await removed()).toBe(true)
    await other.goto(`${site.origin}/manage/home`)
    expect(new URL(other.url()).pathname).toBe('/login')
    await press(button('Deshacer'))
    await expect.poll(removed).toBe(false)
    await signIn(other, site.origin, second.loginid, '/manage/home')
    expect(new URL(other.url()).pathname).toBe('/manage/home')
  })

  test('no page reported errors', () => expect(problems.flat()).toEqual([]))
})

/** Finds rows of the open list: its key for the search, and Enter. */
async function find(text: string): Promise<void> {
  await desk.locator('h1').click()
  await desk.keyboard.press('/')
  await desk.keyboard.type(text)
  await desk.keyboard.press('Enter')
  await desk.waitForURL(/[?&]search=/)
  await expect.poll(() => desk.locator('tbody tr').count()).toBe(1)
}

/** Opens a row's menu with Enter and chooses an entry. */
async function menuOf(row: Locator, role: 'link' | 'button', name: string): Promise<void> {
  await press(row)
  await press(row.getByRole(role, { name }))
}

const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** The spreadsheet's wrong cells, with their right values. */
const invalidInput = [
  { cell: 'C8', typed: 'import07 at example.com', mended: 'import07@example.com' },
  { cell: 'D13', typed: '31/31/1990', mended: '03/30/1990' },
  { cell: 'E21', typed: 'Unknown', mended: 'F' },
  { cell: 'B34', typed: '', mended: 'Thirtythree' },
]

/** Forty students; row 1 has the headings. */
async function makeSpreadsheet(): Promise<Buffer> {
  const { default: ExcelJS } = await import('exceljs')
  const book = new ExcelJS.Workbook()
  const sheet = book.addWorksheet('Class')
  sheet.addRow(['First_Name', 'Last_Name', 'Email', 'DOB', 'Gender'])
  for (let n = 1; n <= 40; n += 1) {
    const number = String(n).padStart(2, '0')
    sheet.addRow(['Ida', `Import ${number}`, `import${number}@example.com`, '04/09/1990', 'F'])
  }
  for (const { cell, typed } of invalidInput) sheet.getCell(cell).value = typed
  return Buffer.from(await book.xlsx.writeBuffer())
}

const sheetOf = async (download: Download) => readSheet(await readFile(await download.path()))
