import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ok, type Person, registerOverHttp } from '#tests/support/path.ts'
import { complaints, openBrowser, phone } from './support/browser.ts'
import { type Site, startSite } from './support/site.ts'
import { becomeStudent, callerOf, follow, visit } from './support/student.ts'

const person: Person = { email: 'dana@example.com', password: 'Long-Road-Home-77', firstName: 'Dana', lastName: 'Ruiz' }

describe('the built server under Deno', { timeout: 180_000 }, () => {
  let site: Site
  let browser: Browser
  let page: Page
  let problems: string[]

  beforeAll(async () => {
    site = await startSite({ runtime: 'deno' })
    browser = await openBrowser()
    page = await browser.newPage(phone)
    problems = complaints(page)
  })
  afterAll(async () => {
    await browser?.close()
    await site?.stop()
  })

  test('serves the catalogue', async () => {
    await visit(page, `${site.origin}/courses/search?course_name=driver`)
    await follow(page, () => page.getByRole('link', { name: 'Basic Driver Improvement' }).first().click())
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Basic Driver Improvement')
  })

  test('sells a course, and a job sends the receipt', async () => {
    await becomeStudent(page, site, person)
    const subjects = async () => (await site.emails(person.email)).map(({ subject }) => subject).join('\n')
    await expect.poll(subjects, { timeout: 60_000, interval: 250 }).toContain('Your receipt from ')
  })

  test('reads a spreadsheet in a separate thread', async () => {
    const { origin } = site
    const account = { loginid: 'admin@example.com', password: 'Demo-Password-2026!' }
    const signedIn = await fetch(`${origin}/login`, {
      method: 'POST',
      headers: { origin },
      body: new URLSearchParams(account),
      redirect: 'manual',
    })
    const cookie = signedIn.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0])
      .join('; ')
    const body = new FormData()
    const students = await readFile(join(import.meta.dirname, '../../migrations/demo/students.xlsx'))
    body.set('file', new File([students], 'students.xlsx'))
    const page = `${origin}/manage/students/upload`
    const response = await fetch(page, { method: 'POST', headers: { origin, cookie }, body, redirect: 'manual' })
    expect([response.status, response.headers.get('location')]).toEqual([303, expect.stringMatching(/upload\/\d+$/)])
    const reply = await fetch(`${origin}${response.headers.get('location')}`, { headers: { cookie } })
    expect(await reply.text()).toContain('Ready to upload: 50 of 60 rows.')
  })

  test('signs in', async () => {
    await page.context().clearCookies()
    await visit(page, `${site.origin}/login`)
    await page.locator('[name=loginid]').fill(person.email)
    await page.locator('[name=password]').fill(person.password)
    await follow(page, () => page.getByRole('button', { name: 'Sign in', exact: true }).click())
    expect(new URL(page.url()).pathname).toBe('/dashboard')
  })

  test('renders a course page with its clock, and credits a heartbeat', async () => {
    const client = callerOf(page)
    const { course } = ok(await client.get('/course/dashboard/fetch')).data
    const id: number = course[0].student_course_id
    await registerOverHttp(client, id, 'A123456')
    await visit(page, `${site.origin}/course/${id}/1001`)
    await page.getByRole('button', { name: /^Next in / }).waitFor()
    const { component } = ok(await client.get(`/course/component/${id}/1001`))
    await site.moveClock(10_000)
    const { student_progress_id } = component.studentProgress
    const beat = { student_progress_id, lease_id: component.lease_id, sequence: 1 }
    expect(ok(await client.post('/course/updateStudentProgressTime', beat)).time_spent).toBeGreaterThanOrEqual(10)
    expect(problems).toEqual([])
  })
})
