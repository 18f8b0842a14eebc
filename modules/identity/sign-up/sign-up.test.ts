import { expect, test } from 'vitest'
import { seedDemoPeople } from '#modules/identity/demo-people.ts'
import { selectPerson } from '#modules/identity/people/person.sql.ts'
import { newDevice } from '#modules/identity/sign-in/device-cookie.ts'
import type { Ctx } from '#platform/ctx.ts'
import { rateOf } from '#platform/rate-class.ts'
import { openTestSite, password } from '#tests/fixtures/identity/site.ts'
import { searchValidEmail, searchValidLoginId, validateEmail, validateLoginid } from './availability.ts'
import { createUserFromCheckout } from './create-user-from-checkout.ts'
import { createUserFromSignup } from './create-user-from-signup.ts'
import { register } from './register.ts'

const site = await openTestSite()
const form = { password, confirmPassword: password, agreeTerms: true, first_name: 'Ana', last_name: 'Ríos' }

test('signing up creates a student of the current organization and signs in', async () => {
  const result = await createUserFromSignup.run(await site.visit({ code: 'BBB' }), {
    ...form,
    email: ' ana@example.com',
    lk_language_id: 2,
  })
  expect(result.user).toMatchObject({
    role: 'Student',
    organization_id: 2,
    loginid: 'ana@example.com',
    lk_language_id: 2,
  })
  expect((await site.whois(result.token, 'BBB'))?.actor.user_id).toBe(result.user.user_id)
  expect(result.data.user.token).toBe(result.token)
})

test('the browser used for sign-up counts as one that has signed in before', async () => {
  const device = newDevice()
  const email = 'kept@example.com'
  const { user } = await createUserFromSignup.run(await site.visit({ device }), { ...form, email })
  const devices = await site.database.read`select from identity.device where user_id = ${user.user_id}`
  expect(devices).toHaveLength(1)
})

test('everyone starts as a student, regardless of a role or column named by the form', async () => {
  const asAdmin = { ...form, email: 'sneaky@example.com', role: 'Admin' }
  const { user } = await createUserFromSignup.run(await site.visit(), asAdmin)
  expect(user.lk_user_role_id).toBe(3)
  for (const extra of [{ lk_user_role_id: 1 }, { organization_id: 3 }, { lk_user_status_id: 1 }, { user_id: 1 }]) {
    const ctx = await site.visit()
    const input = { ...form, email: 'column@example.com', ...extra }
    await expect(createUserFromSignup.run(ctx, input)).rejects.toMatchObject({ kind: { status: 400 } })
  }
})

test('reports each error at its field, in both languages', async () => {
  const invalidInput = {
    ...form,
    email: 'nowhere',
    password: 'short',
    confirmPassword: 'short',
    agreeTerms: false,
    first_name: ' ',
  }
  const refusal = await createUserFromSignup
    .run(await site.visit({ locale: 'es-es' }), invalidInput)
    .catch((error) => error)
  expect(
    Object.fromEntries(refusal.issues.map(({ path, message }: { path: string; message: string }) => [path, message])),
  ).toEqual({
    email: 'Escriba un correo electrónico válido.',
    password: '14 caracteres como mínimo. Debe incluir al menos 1 carácter especial y 1 número.',
    agreeTerms: 'Debe aceptar los términos y condiciones.',
    first_name: 'El nombre es obligatorio.',
  })
  const differing = { ...form, email: 'differ@example.com', confirmPassword: `${password}x` }
  await expect(createUserFromSignup.run(await site.visit(), differing)).rejects.toMatchObject({
    issues: [{ path: 'confirmPassword', message: 'Confirmed password is not the same as above.' }],
  })
})

test('a person with one name signs up with a dash; a blank or invalid last name is refused', async () => {
  const { user } = await createUserFromSignup.run(await site.visit(), {
    ...form,
    email: 'sukarno@example.com',
    first_name: 'Sukarno',
    last_name: '-',
  })
  expect(await selectPerson(await site.visit(), user.user_id)).toMatchObject({ first_name: 'Sukarno', last_name: '' })
  const refusal = async (names: object) =>
    createUserFromSignup
      .run(await site.visit(), { ...form, email: 'none@example.com', ...names })
      .catch((error) => error)
  expect((await refusal({ last_name: ' ' })).issues).toEqual([{ path: 'last_name', message: 'Last name is required.' }])
  expect((await refusal({ first_name: '#REF!', last_name: '12345 !!!' })).issues).toEqual(
    ['first_name', 'last_name'].map((path) => ({
      path,
      message: 'Enter a name with letters, without signs such as # or *.',
    })),
  )
})

test('a login id is unique under ten simultaneous requests, in any case and organization', async () => {
  const take = async (n: number) =>
    register.run(await site.visit({ code: n % 2 ? 'AAA' : 'CCC' }), {
      email: n % 3 ? 'race@example.com' : 'RACE@example.com',
      password,
      first_name: 'A',
      last_name: 'B',
      role: 'Student',
      isCheckout: 1,
    })
  const outcomes = await Promise.allSettled(Array.from({ length: 10 }, (_, n) => take(n)))
  const codes = outcomes.filter((outcome) => outcome.status === 'rejected').map(({ reason }) => reason.kind.code)
  expect(codes).toEqual(Array(9).fill('LOGINID_IN_USE'))
})

test('the checkout form creates a student with phones; the login id may differ from the email', async () => {
  const numbers = [{ phone_number: '(407) 555-0110', lk_phone_number_type_id: null, lk_entity_type_id: 1 }]
  const student = {
    firstName: 'Leo',
    middleName: '',
    lastName: 'Diaz',
    email: 'leo@example.com',
    password,
    confirmPassword: password,
  }
  const { user } = await createUserFromCheckout.run(await site.visit(), { ...student, loginid: 'leo', numbers })
  expect(user).toMatchObject({ loginid: 'leo', email: 'leo@example.com' })
  const phones = await site.database.read`
    select phone_number, lk_phone_number_type_id from identity.phone where user_id = ${user.user_id}`
  expect([...phones]).toEqual([{ phone_number: '4075550110', lk_phone_number_type_id: 2 }])
  const without = { ...student, loginid: 'leo2', numbers: [] }
  await expect(createUserFromCheckout.run(await site.visit(), without)).rejects.toMatchObject({
    issues: [{ path: 'numbers', message: 'No phone numbers added.' }],
  })
  const invalidInput = { ...student, loginid: 'leo2', numbers: [{ phone_number: '555-0110' }] }
  await expect(createUserFromCheckout.run(await site.visit(), invalidInput)).rejects.toMatchObject({
    issues: [{ path: 'numbers.0.phone_number', message: 'Please add a valid phone number.' }],
  })
})

test.each(['evil.com', 'www.evil', 'https:evil', 'Ana evil.example!', 'a@b'])(
  'refuses %s as a name',
  async (first_name) => {
    const signUp = createUserFromSignup.run(await site.visit(), { ...form, first_name, email: 'named@example.com' })
    await expect(signUp).rejects.toMatchObject({
      issues: [{ path: 'first_name', message: expect.stringMatching('address') }],
    })
  },
)

test.each(['J.R.', 'St. John', "O'Neil-Ríos Jr.", '李'])('accepts %s as a name', async (first_name) => {
  const email = `named-${Buffer.from(first_name).toString('hex')}@example.com`
  const { user } = await createUserFromSignup.run(await site.visit(), { ...form, first_name, email })
  expect(user.first_name).toBe(first_name)
})

test("reports whether an email address or login id is available, and ignores the person's own", async () => {
  const student = await site.addPerson({ loginid: 'Taken@example.com' })
  const { ctx } = await site.signIn(student)
  const visitor = await site.visit({ address: '192.0.2.9' })
  expect(await validateLoginid.run(visitor, { loginid: 'taken@EXAMPLE.com' })).toEqual({ valid: false })
  expect(await validateLoginid.run(visitor, { loginid: 'free@example.com' })).toEqual({ valid: true })
  expect(await validateEmail.run(visitor, { email: 'taken@example.com' })).toEqual({ valid: false })
  // Addresses of other organizations' people are not revealed.
  expect(
    await validateEmail.run(await site.visit({ code: 'CCC', address: '192.0.2.9' }), { email: 'taken@example.com' }),
  ).toEqual({
    valid: true,
  })
  const { user_id } = student
  expect(await searchValidLoginId.run(ctx, { loginid: 'taken@example.com', user_id })).toEqual({ valid: true })
  expect(await searchValidEmail.run(ctx, { email: 'taken@example.com', user_id })).toEqual({ valid: true })
  expect(await searchValidEmail.run(ctx, { email: 'taken@example.com' })).toEqual({ valid: false })
  await expect(searchValidEmail.run(visitor, { email: 'a@example.com' })).rejects.toMatchObject({
    kind: { status: 401 },
  })
})

test('limits availability requests: students get as few as visitors, staff as many as they need', async () => {
  const classesOf = async (role: 'Student' | 'Instructor') => {
    const { ctx } = await site.signIn(await site.addPerson({ role }))
    const counted: string[] = []
    const watch = (inner: Ctx): Ctx => ({
      ...inner,
      admit: (rate) => void counted.push(rateOf(rate).name),
      tx: (operation) => inner.tx((scopedCtx) => operation(watch(scopedCtx))),
    })
    const watchedCtx = watch(ctx)
    await validateEmail.run(watchedCtx, { email: 'a@example.com' })
    await validateLoginid.run(watchedCtx, { loginid: 'a' })
    await searchValidEmail.run(watchedCtx, { email: 'a@example.com' })
    await searchValidLoginId.run(watchedCtx, { loginid: 'a' })
    return counted.filter((rate) => rate === 'guess').length
  }
  expect([await classesOf('Student'), await classesOf('Instructor')]).toEqual([4, 0])
})

test('only staff who see the person may look up whose address a user id is', async () => {
  const { user_id } = await site.addPerson({ loginid: 'owner@example.com' })
  const input = { loginid: 'owner@example.com', user_id }
  const { ctx: other } = await site.signIn(await site.addPerson())
  const { ctx: foreignCtx } = await site.signIn(await site.addPerson({ role: 'Admin', code: 'CCC' }))
  const { ctx: staff } = await site.signIn(await site.addPerson({ role: 'Instructor' }))
  for (const ctx of [other, foreignCtx]) {
    await expect(searchValidLoginId.run(ctx, input)).rejects.toMatchObject({ kind: { status: 404 } })
    await expect(searchValidEmail.run(ctx, { email: 'owner@example.com', user_id })).rejects.toMatchObject({
      kind: { status: 404 },
    })
  }
  expect(await searchValidLoginId.run(staff, input)).toEqual({ valid: true })
})

test('the demo people are added once, each with their role', async () => {
  const cost = { memoryCost: 1_024, timeCost: 1, parallelism: 1 }
  const first = await seedDemoPeople(site.database.read, 1, { cost })
  expect(await seedDemoPeople(site.database.read, 1, { cost })).toEqual(first)
  const ctx = await site.visit()
  expect(await selectPerson(ctx, first.student)).toMatchObject({ lk_user_role_id: 3, loginid: 'student@example.com' })
  expect(await selectPerson(ctx, first.instructor)).toMatchObject({ lk_user_role_id: 2 })
  expect(await selectPerson(ctx, first.admin)).toMatchObject({ lk_user_role_id: 1 })
})
