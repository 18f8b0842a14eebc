import { expect, test } from 'vitest'
import { openTestApp } from '#tests/support/app.ts'

const app = await openTestApp()
const password = 'Right-Of-Way-2026!'
const names = { firstName: 'Ana', lastName: 'Lee' }
let counter = 0

/** A new student through the checkout's form, with a given login ID. */
function enroll(change: object) {
  const email = `lookalike${++counter}@example.com`
  const phones = { numbers: [{ phone_number: '4075550110', lk_phone_number_type_id: 1 }] }
  const form = { ...names, middleName: '', email, loginid: email, password, confirmPassword: password, ...phones }
  return app.visitor().post('/user/createUserFromCheckout', { ...form, ...change })
}

const people = async () =>
  (await app.database.read<{ count: number }>`select count(*)::int as count from identity.person`)[0]!.count

test.each([
  ['a Cyrillic letter', 'student@exаmple.com'],
  ['letters that only look Latin', 'сосо'],
  ['an invisible character', 'student\u200b@example.com'],
  ['a change of direction', 'student\u202e@example.com'],
  ['full width letters', 'ｓtudent@example.com'],
])('T-39: %s in a login id creates no second student@example.com', async (_what, loginid) => {
  const before = await people()
  const { status, body } = await enroll({ loginid })
  expect([status, body.issues]).toEqual([400, [{ path: 'loginid', message: expect.stringContaining('one alphabet') }]])
  expect(await people()).toBe(before)
})

test('T-39: other scripts are accepted, and look-alikes are distinguished by their key', async () => {
  for (const loginid of ['мария77', 'josé.núñez', '김민준'])
    expect([(await enroll({ loginid })).status, loginid]).toEqual([200, loginid])
  // The same letters, composed or not, in capitals or not.
  const { status, body } = await enroll({ loginid: 'JOSÉ.núñez'.normalize('NFD') })
  expect([status, body.code]).toEqual([409, 'LOGINID_IN_USE'])
})

test.each([
  ['firstName', 'Ma\u200bria'],
  ['lastName', 'Lе\u0435'],
  ['middleName', '\u202eLee'],
])('T-39: refuses a name with hidden or foreign letters at its field: %s', async (field, name) => {
  const { status, body } = await enroll({ [field]: name })
  expect([status, body.issues.map(({ path }: { path: string }) => path)]).toEqual([400, [field]])
})

test('T-39: an older account keeps its login id, and no one can change to a look-alike', async () => {
  const user_id = await app.userId('student@example.com')
  const [row] = await app.database.read<{ email: string; loginid: string; first_name: string; last_name: string }>`
    select email, loginid, first_name, last_name from identity.person where user_id = ${user_id}`
  const { email, loginid, first_name, last_name } = row!
  const save = async (chosen: string) => {
    const profile = { first_name, last_name, email, loginid: chosen }
    return (await app.as(user_id)).put('/user/saveUserInformation/', { profile })
  }
  const disguised = 'studеnt@example.com'
  try {
    await app.database.read`update identity.person set loginid = ${disguised} where user_id = ${user_id}`
    expect((await save(disguised)).status).toBe(200)
    expect((await save(loginid)).status).toBe(200)
    const { status, body } = await save(disguised)
    expect([status, body.issues]).toMatchObject([400, [{ path: 'profile.loginid' }]])
  } finally {
    await app.database.read`update identity.person set loginid = ${loginid} where user_id = ${user_id}`
  }
})
