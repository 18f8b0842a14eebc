import { expect, test } from 'vitest'
import { type Facets, facetsPort } from '#modules/identity/facets.ts'
import type { Ctx } from '#platform/ctx.ts'
import { fillPorts } from '#platform/open-ctx.ts'
import { openTestSite } from '#tests/fixtures/identity/site.ts'
import { fetchUser } from './fetch-user.ts'
import { saveAboutYou } from './save-about-you.ts'
import { saveUserInformation } from './save-user-information.ts'
import { updateUserInformation } from './update-user-information.ts'

const locked = new Set<number>()
/** The courses that the port reports as barred by a corrected date of birth. */
let corrected: string[] = []
const facets: Facets = {
  lockCourses: async () => {},
  birthCorrected: async () => corrected,
  identityLock: async (_ctx, user_id) =>
    locked.has(user_id) ? ['It is on a certificate.', 'Está en un certificado.'] : null,
  paymentMethods: async () => [],
  risk: async () => null,
}
const site = await openTestSite(fillPorts([facetsPort, facets]))
const invalid = { kind: { status: 400 } }

async function student(code?: string) {
  const person = await site.addPerson({ code })
  const { ctx } = await site.signIn(person)
  const profile = { first_name: 'Pat', last_name: 'Person', email: person.loginid }
  return { ...person, ctx, profile }
}

const detailsOf = async (ctx: Ctx, user_id: number) => (await fetchUser.run(ctx, { id: user_id })).data

const address = { address1: '1 Main St', address2: '', city: 'Orlando', lk_state_id: 10, zip: '32801' }

test('saves the whole form, and keeps omitted fields', async () => {
  const { ctx, user_id, profile } = await student()
  const form = {
    profile: {
      ...profile,
      middle_name: 'Q',
      lk_suffix_id: 2,
      dob: '02/09/2001',
      gender: 'F' as const,
      timezone: 'America/New_York',
    },
    address,
    contacts: [{ phone_number: '(407) 555-0110' }],
  }
  const result = await saveUserInformation.run(ctx, form)
  expect(result).toMatchObject({ data: { paymentProfile: null, user_id }, warning: null, message: 'Saved' })
  await saveUserInformation.run(ctx, { profile: { ...profile, date_format: 'dd-mm-yyyy' } })
  expect(await detailsOf(ctx, user_id)).toMatchObject({
    user: {
      middle_name: 'Q',
      lk_suffix_id: 2,
      dob: '02/09/2001',
      gender: 'F',
      timezone: 'America/New_York',
      date_format: 'dd-mm-yyyy',
    },
    address: { ...address, lk_state_name: 'Florida' },
    phoneContactDetails: [{ phone_number: '4075550110', lk_phone_number_type_id: 1 }],
  })
})

test("reports every error at its field, with the product's texts", async () => {
  const { ctx } = await student()
  const invalidInput = {
    profile: { first_name: ' ', last_name: '', email: 'nobody', timezone: 'Mars/Base', dob: '02/30/2001' },
    address: { address1: '1 Main St', zip: '' },
    contacts: [{ phone_number: '555' }],
  }
  const error = await saveUserInformation.run(ctx, invalidInput as never).catch((thrown) => thrown)
  expect(
    Object.fromEntries(error.issues.map(({ path, message }: { path: string; message: string }) => [path, message])),
  ).toEqual({
    'profile.first_name': 'First name is required.',
    'profile.last_name': 'Last name is required.',
    'profile.email': 'A valid Email is required.',
    'profile.timezone': 'Choose a time zone.',
    'profile.dob': 'Enter a valid date of birth',
    'address.city': 'City is required.',
    'address.lk_state_id': 'State is required.',
    'address.zip': 'Zip is required.',
    'contacts.0.phone_number': 'Please add a valid phone number.',
  })
  const future = { profile: { first_name: 'A', last_name: 'B', email: 'a@example.com', dob: '01/01/2999' } }
  await expect(saveUserInformation.run(ctx, future)).rejects.toMatchObject({ issues: [{ path: 'profile.dob' }] })
})

test('no form creates an Admin, moves someone to another organization, verifies them or adds remarks', async () => {
  const { ctx, user_id, profile } = await student()
  for (const stray of [
    'lk_user_role_id',
    'lk_user_status_id',
    'organization_id',
    'password_hash',
    'is_recruiter',
    'user_id',
  ]) {
    const inside = { profile: { ...profile, [stray]: 1 } } as never
    const beside = { profile, [stray]: 1 } as never
    await expect(saveUserInformation.run(ctx, inside)).rejects.toMatchObject(invalid)
    if (stray !== 'user_id') await expect(saveUserInformation.run(ctx, beside)).rejects.toMatchObject(invalid)
  }
  await saveUserInformation.run(ctx, {
    profile: { ...profile, notes: 'a saint', isRecruiter: true, profile_pic: 'x' },
    recruiter: [{ organization_id: 1, recruiter_code: 'ME' }],
    instructorOrganizations: [{ organization_id: 1 }],
  })
  const [row] = await site.database.read`
    select lk_user_role_id, lk_user_status_id, notes, is_recruiter, profile_pic from identity.person
    where user_id = ${user_id}`
  expect(row).toEqual({ lk_user_role_id: 3, lk_user_status_id: 1, notes: '', is_recruiter: false, profile_pic: null })
  const related = await site.database.read`
    select user_id from identity.recruiter union select user_id from identity.instructor_organization`
  expect(related).toEqual([])
})

test('a login id is unique regardless of case, even for eight simultaneous requests', async () => {
  const first = await student()
  const takenProfile = { ...first.profile, loginid: 'Wanted.Name' }
  await saveUserInformation.run(first.ctx, { profile: takenProfile })
  const rivals = await Promise.all(Array.from({ length: 4 }, () => student()))
  const tries = await Promise.allSettled(
    rivals.map(({ ctx, profile }) => saveUserInformation.run(ctx, { profile: { ...profile, loginid: 'wanted.name' } })),
  )
  for (const results of tries)
    expect(results).toMatchObject({
      reason: {
        kind: { code: 'LOGINID_IN_USE' },
        issues: [{ path: 'profile.loginid', message: 'Username is already in use.' }],
      },
    })
  const free = await Promise.allSettled(
    rivals.map(({ ctx, profile }) =>
      saveUserInformation.run(ctx, { profile: { ...profile, loginid: 'another.name' } }),
    ),
  )
  expect(free.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('an email address may be shared: staff are warned, and a student does not learn of the other account', async () => {
  const [first, two] = [await student(), await student()]
  const { ctx: staff } = await site.signIn(await site.addPerson({ role: 'Admin' }))
  const { user_id } = two
  const shared = { ...two.profile, email: first.loginid, loginid: two.loginid }
  const warned = await saveUserInformation.run(staff, { user_id, profile: shared })
  expect(warned.warning).toBe('You will share this email with another account.')
  expect((await saveUserInformation.run(staff, { user_id, profile: shared })).warning).toBeNull()
  await saveUserInformation.run(staff, { user_id, profile: two.profile })
  expect((await saveUserInformation.run(two.ctx, { profile: shared })).warning).toBeNull()
})

test("'email same as login id' makes the address entered by staff the login id", async () => {
  const { user_id, profile } = await student()
  const { ctx } = await site.signIn(await site.addPerson({ role: 'Admin' }))
  const email = 'moved.house@example.com'
  await saveUserInformation.run(ctx, { user_id, profile: { ...profile, email, emailSameAsLoginID: true } })
  expect((await detailsOf(ctx, user_id)).user).toMatchObject({ email, loginid: email, emailSameAsLoginID: true })
})

test('a new login id requires a recent proof, voids sent links and notifies the address', async () => {
  const { ctx, user_id, profile, loginid } = await student()
  const loginForm = { profile: { ...profile, loginid: `new-${loginid}` } }
  site.clock.offset_ms += 20 * 60_000
  const lateCtx = ctx.as({ now: site.clock.now() })
  await expect(saveUserInformation.run(lateCtx, loginForm)).rejects.toMatchObject({ kind: { code: 'PROOF_NEEDED' } })
  await saveUserInformation.run(lateCtx, { profile: { ...profile, first_name: 'Patricia' } })
  await site.database.read`update identity.session set proved_at = ${site.clock.now()} where user_id = ${user_id}`
  await site.database.read`
    insert into identity.password_reset (token_hash, user_id, organization_id, expires_at)
    values ('\\x01', ${user_id}, 1, platform.now() + interval '1 day')`
  await saveUserInformation.run(lateCtx, loginForm)
  const links = await site.database.read<{ used: boolean }>`
    select used_at is not null as used from identity.password_reset where user_id = ${user_id}`
  expect(links).toEqual([{ used: true }])
  const emails = await site.database.read<{ letter_id: number; to_email: string }>`
    select letter_id, to_email from identity.letter where user_id = ${user_id} and kind = 'sign-in-changed' order by letter_id`
  expect(emails.map(({ to_email }) => to_email)).toEqual([loginid])
  const owed = site.facts.filter(({ fact }) => fact === 'identity.letter_owed').map(({ data }) => data.letter_id)
  for (const { letter_id } of emails) expect(owed).toContain(letter_id)
})

test('the second of two editors of one form gets a conflict with the current record', async () => {
  const { ctx, user_id, profile } = await student()
  const { updated_at } = (await detailsOf(ctx, user_id)).user
  const result = await saveUserInformation.run(ctx, { profile: { ...profile, first_name: 'First' }, updated_at })
  const second = { profile: { ...profile, first_name: 'Second' }, updated_at }
  await expect(saveUserInformation.run(ctx, second)).rejects.toMatchObject({
    kind: { status: 409, code: 'CONFLICT' },
    answer: { data: { user: { first_name: 'First' } } },
  })
  await saveUserInformation.run(ctx, { ...second, updated_at: result.data.updated_at })
  expect((await detailsOf(ctx, user_id)).user.first_name).toBe('Second')
})

test("a phone belongs to one person, and a student's last one stays", async () => {
  const [first, two] = [await student(), await student()]
  await saveUserInformation.run(first.ctx, { profile: first.profile, contacts: [{ phone_number: '4075550110' }] })
  const [phone] = (await detailsOf(first.ctx, first.user_id)).phoneContactDetails
  const stolenForm = { profile: two.profile, contacts: [{ ...phone!, phone_number: '9995550000' }] }
  await expect(saveUserInformation.run(two.ctx, stolenForm)).rejects.toMatchObject({ kind: { status: 404 } })
  await saveUserInformation.run(two.ctx, { profile: two.profile, deletePhoneNumber: [phone!.phone_id] })
  const emptied = { profile: first.profile, deletePhoneNumber: [phone!.phone_id] }
  await expect(saveUserInformation.run(first.ctx, emptied)).rejects.toMatchObject({
    issues: [{ path: 'contacts', message: 'No phone numbers added.' }],
  })
  expect((await detailsOf(first.ctx, first.user_id)).phoneContactDetails).toEqual([phone])
})

test('students cannot change the name on a legal document; staff can, with an audit row (T-48)', async () => {
  const { ctx, user_id, profile, loginid } = await student()
  await saveUserInformation.run(ctx, { profile: { ...profile, dob: '02/09/2001' } })
  locked.add(user_id)
  const refusal = { kind: { code: 'IDENTITY_LOCKED' } }
  const changedForm = { profile: { ...profile, first_name: 'Other', dob: '02/09/2009' } }
  await expect(saveUserInformation.run(ctx, changedForm)).rejects.toMatchObject({
    ...refusal,
    issues: [
      { path: 'profile.first_name', message: 'It is on a certificate.' },
      { path: 'profile.dob', message: 'It is on a certificate.' },
    ],
  })
  const settings = { first_name: 'Other', last_name: 'Person', email: loginid }
  await expect(updateUserInformation.run(ctx, settings)).rejects.toMatchObject({
    ...refusal,
    issues: [{ path: 'first_name' }],
  })
  const about = {
    firstName: 'Other',
    lastName: 'Person',
    dob: '02/09/2001',
    gender: 'F' as const,
    address1: '1 Main St',
    city: 'Orlando',
    state: 10,
    zip: '32801',
    numbers: [{ phone_number: '4075550110' }],
  }
  await expect(saveAboutYou.run(ctx, about)).rejects.toMatchObject({ ...refusal, issues: [{ path: 'firstName' }] })
  // Fields missing from the document stay unchanged.
  await saveUserInformation.run(ctx, { profile: { ...profile, dob: '02/09/2001', gender: 'X' } })
  expect((await fetchUser.run(ctx, { id: user_id })).can.changeIdentity).toEqual({
    allowed: false,
    reason: 'It is on a certificate.',
  })
  const admin = await site.signIn(await site.addPerson({ role: 'Admin' }))
  await saveUserInformation.run(admin.ctx, { user_id, ...changedForm })
  const [event] = await site.database.read`
    select before, after, actor_user_id from platform.audit_event
    where action = 'user.saveUserInformation' and subject_user_id = ${user_id} order by audit_event_id desc limit 1`
  expect(event).toEqual({
    before: { first_name: 'Pat', dob: '2001-02-09' },
    after: { first_name: 'Other', dob: '2009-02-09' },
    actor_user_id: (admin.ctx.actor as { user_id: number }).user_id,
  })
})

test('staff who correct a date of birth see the courses it bars; correcting their own checks nothing', async () => {
  const { ctx, user_id, profile } = await student()
  corrected = ['Teen Course']
  const result = await saveUserInformation.run(ctx, { profile: { ...profile, dob: '02/09/2001' } })
  const admin = await site.signIn(await site.addPerson({ role: 'Admin' }))
  const changedResult = await saveUserInformation.run(admin.ctx, {
    user_id,
    profile: { ...profile, dob: '02/09/2009' },
  })
  const sameResult = await saveUserInformation.run(admin.ctx, { user_id, profile: { ...profile, dob: '02/09/2009' } })
  corrected = []
  expect(result.warning).toBeNull()
  expect(changedResult.warning).toContain('may not take: Teen Course')
  expect(sameResult.warning).toBeNull()
})

test('an empty field can be filled after a purchase', async () => {
  const { ctx, user_id, profile } = await student()
  locked.add(user_id)
  await saveUserInformation.run(ctx, { profile: { ...profile, dob: '02/09/2001' } })
  expect((await detailsOf(ctx, user_id)).user.dob).toBe('02/09/2001')
})

test("staff change a person's sign-in only if that person has no permission they lack", async () => {
  const instructor = await site.addPerson({ role: 'Instructor' })
  await site.database.read`
    insert into identity.permission (user_id, organization_id, key, granted)
    select ${instructor.user_id}, 1, key, true from unnest(array['MANAGE_INSTRUCTORS:READ', 'MANAGE_INSTRUCTORS:UPDATE']) as key`
  const colleague = await site.addPerson({ role: 'Instructor' })
  await site.database.read`
    insert into identity.permission (user_id, organization_id, key, granted)
    values (${colleague.user_id}, 1, 'MANAGE_PAYMENTS:UPDATE', true)`
  const { ctx } = await site.signIn(instructor)
  const form = {
    user_id: colleague.user_id,
    profile: { first_name: 'Pat', last_name: 'Person', email: 'mine@example.com' },
  }
  await expect(saveUserInformation.run(ctx, form)).rejects.toMatchObject({ kind: { code: 'ABOVE_YOU' } })
  const harmless = { ...form, profile: { ...form.profile, email: colleague.loginid, first_name: 'Patricia' } }
  await expect(saveUserInformation.run(ctx, harmless)).resolves.toHaveProperty('message', 'Saved')
})

test('refuses to save a person of another organization', async () => {
  const foreignPerson = await site.addPerson({ code: 'CCC' })
  const { ctx } = await site.signIn(await site.addPerson({ role: 'Admin' }))
  const form = { user_id: foreignPerson.user_id, profile: { first_name: 'X', last_name: 'Y', email: 'x@example.com' } }
  await expect(saveUserInformation.run(ctx, form)).rejects.toMatchObject({ kind: { status: 404 } })
})

test("staff record fields hidden from the person, and an instructor's teaching and recruiting organizations", async () => {
  const { ctx } = await site.signIn(await site.addPerson({ role: 'Admin' }))
  const instructor = await site.addPerson({ role: 'Instructor' })
  const form = {
    user_id: instructor.user_id,
    profile: {
      first_name: 'Ines',
      last_name: 'Person',
      email: instructor.loginid,
      isRecruiter: true,
      notes: 'prefers mornings',
    },
    instructorOrganizations: [{ organization_id: 1 }, { organization_id: 2 }],
    recruiter: [{ organization_id: 2, recruiter_code: 'R-2', recruiter_fee: 12.5 }],
  }
  await saveUserInformation.run(ctx, form)
  const details = await detailsOf(ctx, instructor.user_id)
  expect(details).toMatchObject({
    user: { notes: 'prefers mornings' },
    isRecruiter: 1,
    instructorOrganizations: [{ code: 'AAA' }, { code: 'BBB' }],
    recruitedOrganizations: [{ organization_id: 2, code: 'BBB' }],
    recruiter: [{ recruiter_code: 'R-2', recruiter_fee: 12.5 }],
  })
  await saveUserInformation.run(ctx, {
    ...form,
    instructorOrganizations: [{ organization_id: 2 }],
    recruiter: [],
    deleteRecruiter: [details.recruiter[0]!.recruiter_id],
  })
  expect(await detailsOf(ctx, instructor.user_id)).toMatchObject({
    instructorOrganizations: [{ code: 'BBB' }],
    recruiter: [],
  })
  const foreignForm = { ...form, recruiter: [{ organization_id: 3 }] }
  await expect(saveUserInformation.run(ctx, foreignForm)).rejects.toMatchObject({ kind: { status: 404 } })
})

test('the account settings form fills in its defaults and changes no one else', async () => {
  const { ctx, user_id, loginid } = await student()
  const form = { first_name: 'Pat', last_name: 'Person', email: loginid, phone_no: '407-555-0110', ...address }
  await updateUserInformation.run(ctx, form)
  await updateUserInformation.run(ctx, { first_name: 'Pat', last_name: 'Person', email: loginid })
  expect(await detailsOf(ctx, user_id)).toMatchObject({
    user: { timezone: 'UTC', date_format: 'mm-dd-yyyy' },
    address,
    phoneContactDetails: [{ phone_number: '4075550110' }],
  })
  await expect(updateUserInformation.run(ctx, { ...form, user_id: 1 } as never)).rejects.toMatchObject(invalid)
  await expect(updateUserInformation.run(ctx, { ...form, city: '' })).rejects.toMatchObject({
    issues: [{ path: 'city' }],
  })
})

test('an instructor who manages instructors cannot set their own fee or school', async () => {
  const instructor = await site.addPerson({ role: 'Instructor' })
  await site.database.read`
    insert into identity.permission (user_id, organization_id, key, granted)
    select ${instructor.user_id}, 1, key, true
    from unnest(array['MANAGE_INSTRUCTORS:READ', 'MANAGE_INSTRUCTORS:UPDATE']) as key`
  const { ctx } = await site.signIn(instructor)
  await saveUserInformation.run(ctx, {
    profile: { first_name: 'Pat', last_name: 'Person', email: instructor.loginid, isRecruiter: true },
    recruiter: [{ organization_id: 2, recruiter_code: 'ME', recruiter_fee: '500' }],
    instructorOrganizations: [{ organization_id: 2 }],
  })
  const { data, can } = await fetchUser.run(ctx, { id: instructor.user_id })
  expect(data).toMatchObject({ isRecruiter: 0, recruiter: [], instructorOrganizations: [] })
  expect(can.changeRecruiter.allowed).toBe(false)
})
