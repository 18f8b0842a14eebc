import { expect, test } from 'vitest'
import { fetchUser } from '#modules/identity/profile/fetch-user.ts'
import { saveUserInformation } from '#modules/identity/profile/save-user-information.ts'
import { openTestSite } from '#tests/fixtures/identity/site.ts'

const site = await openTestSite()
const notFound = { kind: { status: 404 } }

test("people see all of their own account except the staff's notes", async () => {
  const student = await site.addPerson()
  const { ctx } = await site.signIn(student)
  await site.database.read`update identity.person set notes = 'calls often' where user_id = ${student.user_id}`
  const { data, can } = await fetchUser.run(ctx, { id: student.user_id })
  expect(data).toMatchObject({
    user: { user_id: student.user_id, role: 'Student', loginid: student.loginid, notes: '', emailSameAsLoginID: true },
    address: { lk_address_type_id: 1, lk_state_name: '' },
    payment: [],
    lkPhoneTypeData: [
      { lk_phone_number_type_id: 1, phone_number_type: 'Mobile' },
      { lk_phone_number_type_id: 2, phone_number_type: 'Home' },
      { lk_phone_number_type_id: 3, phone_number_type: 'Work' },
    ],
    isRecruiter: 0,
    risk: null,
  })
  expect(Object.keys(data.user)).not.toContain('password_hash')
  expect(can.update).toEqual({ allowed: true, reason: null })
  expect(can.readNotes).toEqual({ allowed: false, reason: "You can't do this to your own account." })
  expect(can.changeStatus.allowed).toBe(false)
})

test('`about` leaves out permissions, payments and recruiting', async () => {
  const { ctx } = await site.signIn(await site.addPerson({ role: 'Admin' }))
  const callerId = (ctx.actor as { user_id: number }).user_id
  expect((await fetchUser.run(ctx, { id: callerId, about: '1' as never })).data.permissions).toEqual({})
  expect((await fetchUser.run(ctx, { id: callerId })).data.permissions).toHaveProperty('ADMIN')
})

test('staff see people of the roles they may READ, in their organizations and those below', async () => {
  const { ctx } = await site.signIn(await site.addPerson({ role: 'Instructor' }))
  const student = await site.addPerson({ code: 'BBB' })
  const { data, can } = await fetchUser.run(ctx, { id: student.user_id })
  expect(data.user).toMatchObject({ user_id: student.user_id, organization_code: 'BBB' })
  expect(can.update.allowed).toBe(true)
  const admin = await site.addPerson({ role: 'Admin' })
  const foreignPerson = await site.addPerson({ code: 'CCC' })
  for (const { user_id } of [admin, foreignPerson, { user_id: 999_999 }])
    await expect(fetchUser.run(ctx, { id: user_id })).rejects.toMatchObject(notFound)
})

test('support staff can view students, with an explanation of why they cannot edit', async () => {
  const { ctx } = await site.signIn(await site.addPerson({ role: 'Support' }))
  const student = await site.addPerson()
  const { can } = await fetchUser.run(ctx, { id: student.user_id })
  expect(can.update).toEqual({ allowed: false, reason: 'You can view this profile but not change it.' })
  const form = { user_id: student.user_id, profile: { first_name: 'X', last_name: 'Y', email: student.loginid } }
  await expect(saveUserInformation.run(ctx, form)).rejects.toMatchObject({ kind: { status: 403 } })
})

test('students see only themselves, and visitors see no people', async () => {
  const victim = await site.addPerson()
  const { ctx } = await site.signIn(await site.addPerson())
  await expect(fetchUser.run(ctx, { id: victim.user_id })).rejects.toMatchObject(notFound)
  await expect(fetchUser.run(await site.visit(), { id: victim.user_id })).rejects.toMatchObject({
    kind: { status: 401 },
  })
})

test("states, phone types and reasons are in the caller's language", async () => {
  const student = await site.addPerson()
  const { ctx } = await site.signIn(student)
  await site.database.read`update identity.person set lk_state_id = 33 where user_id = ${student.user_id}`
  const { data, can } = await fetchUser.run(ctx.as({ locale: 'es-es' }), { id: student.user_id })
  expect(data.address.lk_state_name).toBe('Nueva York')
  expect(data.lkPhoneTypeData[0]?.phone_number_type).toBe('Celular')
  expect(can.readNotes.reason).toBe('No puede hacer esto en su propia cuenta.')
})
