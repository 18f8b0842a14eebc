import { expect, test } from 'vitest'
import { openTestApp } from '#tests/support/app.ts'

const app = await openTestApp()
const { read } = app.database

test("a person's zone is the organization's until they choose one", async () => {
  const zone = (name: string) => read`update identity.organization set time_zone = ${name} where organization_id = 1`
  const add = async (loginid: string, overrides: { timezone?: string } = {}) => {
    const person = { organization_id: 1, lk_user_role_id: 3, loginid, email: `${loginid}@example.com`, ...overrides }
    const [row] = await read<{ timezone: string }>`
      insert into identity.person ${read(person)} returning timezone`
    return row!.timezone
  }
  try {
    expect(await add('zone-east')).toBe('America/New_York')
    await zone('America/Denver')
    expect(await add('zone-mountain')).toBe('America/Denver')
    expect(await add('zone-chosen', { timezone: 'UTC' })).toBe('UTC')
  } finally {
    await zone('America/New_York')
  }
})

test('no student of the demo has UTC as an unchosen zone', async () => {
  const [row] = await read<{ n: number }>`
    select count(*)::int as n from identity.person where lk_user_role_id = 3 and timezone = 'UTC' and loginid not like 'zone-%'`
  expect(row).toEqual({ n: 0 })
})

test("staff lists count and filter by the organization's days: a minute before midnight, and midnight", async () => {
  const staff = await app.as(await app.userId('admin@example.com'))
  const user_id = await app.userId('student@example.com')
  const isListed = async (day: string) => {
    const response = await staff.get(`/student/fetch?limit=100&created_at=${encodeURIComponent(`exact:${day}`)}`)
    return (response.body.students as { user_id: number }[]).some((row) => row.user_id === user_id)
  }
  const [before] = await read<{ created_at: Date }>`select created_at from identity.person where user_id = ${user_id}`
  const setCreatedAt = (at: string | Date) =>
    read`update identity.person set created_at = ${at} where user_id = ${user_id}`
  try {
    await setCreatedAt('2026-11-23T04:59:59Z')
    expect([await isListed('11/22/2026'), await isListed('11/23/2026')]).toEqual([true, false])
    await setCreatedAt('2026-11-23T05:00:00Z')
    expect([await isListed('11/22/2026'), await isListed('11/23/2026')]).toEqual([false, true])
  } finally {
    await setCreatedAt(before!.created_at)
  }
})
