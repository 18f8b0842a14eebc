import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { demoPassword, hashPassword } from '#modules/identity/entry.ts'
import { roleId } from '#modules/identity/index.ts'
import { silentLog } from '#platform/log.ts'
import type { AnyJob } from '#platform/queue/job.ts'
import { openQueue } from '#platform/queue/queue.ts'
import type { Site } from './open-site.ts'
import { follow, payButton, visit } from './student.ts'

type NewPerson = { loginid: string; code: string; role: keyof typeof roleId; first_name: string; last_name: string }

/** Adds people with the demo's password to their organizations; returns their IDs in order. */
export async function addPeople({ database: { read } }: Site, people: readonly NewPerson[]): Promise<number[]> {
  const password_hash = await hashPassword(demoPassword)
  const organizations = await read<{ organization_id: number; code: string }>`
    select organization_id, code from identity.organization`
  const rows = people.map(({ code, role, ...who }) => ({
    ...who,
    organization_id: organizations.find((organization) => organization.code === code)!.organization_id,
    lk_user_role_id: roleId[role],
    email: who.loginid,
    password_hash,
  }))
  const addedRows = await read<{ user_id: number; loginid: string }>`
    insert into identity.person ${read(rows)} returning user_id, loginid`
  return people.map(({ loginid }) => addedRows.find((person) => person.loginid === loginid)!.user_id)
}

/** Signs someone in with the demo's password through the form, in either language. */
export async function signIn(page: Page, origin: string, loginid: string, to = '/dashboard'): Promise<void> {
  await visit(page, `${origin}/login?redirect=${encodeURIComponent(to)}`)
  await page.locator('main [name=loginid]').fill(loginid)
  await page.locator('main [name=password]').fill(demoPassword)
  await follow(page, () => page.locator('main [name=password]').press('Enter'))
}

/** Has the server's worker run a scheduled job now and waits for its end, instead of for the next minute. */
export async function runOfClock({ url, database }: Site, job: AnyJob): Promise<void> {
  await database.tx((sql) => openQueue({ url, log: silentLog }).enqueue(sql, job, {}))
  const pending = () => database.read`
    select from queue.job where name = ${job.name} and state in ('created', 'retry', 'active')`
  await expect.poll(pending, { timeout: 60_000, interval: 200 }).toHaveLength(0)
}

/** Fills in the fields of a course's rules besides the checkbox: date of birth and typed agreement. */
export async function fillRules(page: Page, { dob, typed }: { dob: string; typed: string }): Promise<void> {
  await page.locator('[name=dob]').fill(dob)
  await page.locator('[name=typed]').fill(typed)
}

/** Presses the button that pays, and confirms the date of birth. */
export async function payAsMinor(page: Page): Promise<void> {
  await payButton(page).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^(Confirm|Confirmar)$/ })
    .click()
}
