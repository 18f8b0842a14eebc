import fc from 'fast-check'
import { expect, test } from 'vitest'
import { demoPassword } from '#modules/identity/entry.ts'
import { openTestApp } from '#tests/support/app.ts'

const app = await openTestApp()

const sessions = async () => {
  const [row] = await app.database.read<{ total: number }>`select count(*)::integer as total from identity.session`
  return row!.total
}

// Every test has its own address for the throttle, so that failures of one don't refuse the next.
const forget = () => app.database.read`delete from identity.sign_in_failure`

const flags = fc.record(
  {
    passwordless: fc.constantFrom(true, 1, 'true', '1', false, null),
    lk_user_role_id: fc.constantFrom(1, 2, 3, 4, null),
    dob: fc.constantFrom('01/01/1990', '', null),
    email: fc.constantFrom('admin@example.com', 'student@example.com', ''),
    isRememberMe: fc.constantFrom(1, 0, true),
  },
  { requiredKeys: [] },
)
const password = fc.constantFrom(undefined, null, '', ' ', 'Wrong-1-password!', demoPassword.toLowerCase(), true, {})
const loginid = fc.constantFrom('admin@example.com', 'instructor@example.com', 'student@example.com')

test('T-03: no combination of flags replaces the password', async () => {
  const before = await sessions()
  await fc.assert(
    fc.asyncProperty(loginid, password, flags, async (who, secret, overrides) => {
      await forget()
      const { status, headers } = await app
        .visitor()
        .post('/user/login', { loginid: who, password: secret, ...overrides })
      expect([400, 401]).toContain(status)
      expect(headers.getSetCookie().join()).not.toMatch(/waypost=\S/)
    }),
    { numRuns: 150 },
  )
  expect(await sessions()).toBe(before)
})

test('T-03: a role only narrows a sign-in with the correct password', async () => {
  const signIn = async (lk_user_role_id: number | null) => {
    await forget()
    const body = { loginid: 'instructor@example.com', password: demoPassword, passwordless: true, lk_user_role_id }
    return (await app.visitor().post('/user/login', body)).body.user?.role ?? null
  }
  expect(await Promise.all([await signIn(1), await signIn(3), await signIn(4)])).toEqual([null, null, null])
  expect(await signIn(2)).toBe('Instructor')
  expect(await signIn(null)).toBe('Instructor')
})
