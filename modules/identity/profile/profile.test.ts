import { expect, test } from 'vitest'
import { formatDate, parseDate } from '#modules/identity/people/dates.shared.ts'
import { openTestSite } from '#tests/fixtures/identity/site.ts'
import { fetchStates } from './fetch-states.ts'
import { getAboutYou } from './get-about-you.ts'
import { saveAboutYou } from './save-about-you.ts'
import { setLanguage } from './set-language.ts'

const site = await openTestSite()
const about = {
  firstName: ' Ana ',
  middleName: '',
  lastName: 'Ríos',
  lk_suffix_id: null,
  dob: '02/29/1996',
  gender: 'F' as const,
  address1: '1 Main Street',
  address2: '',
  city: 'Orlando',
  state: 10,
  zip: '32801',
  numbers: [{ phone_number: '407-555-0110', lk_phone_number_type_id: 1 }],
}

test('returns what was saved', async () => {
  const student = await site.addPerson()
  const { ctx } = await site.signIn(student)
  await saveAboutYou.run(ctx, { ...about, user_id: student.user_id, course_registration_options: { any: 1 } })
  const response = await getAboutYou.run(ctx, {})
  expect(response).toMatchObject({
    firstName: 'Ana',
    dob: '02/29/1996',
    state: 10,
    numbers: [{ phone_number: '4075550110' }],
  })
  const [{ dob } = { dob: '' }] = await site.database.read<{ dob: string }>`
    select dob from identity.person where user_id = ${student.user_id}`
  expect(dob).toBe('1996-02-29')
})

test.each([
  ['dob', '02/30/1996', 'Enter a valid date of birth'],
  ['dob', '02-1996', 'Enter a valid date of birth'],
  ['dob', '12/31/2999', 'Date of birth cannot be in the future.'],
  ['gender', 'Q', 'Gender is required'],
  ['firstName', '  ', 'First name is required.'],
  ['lastName', '', 'Last name is required.'],
  ['address1', '', 'Address is required.'],
  ['city', '', 'City is required.'],
  ['zip', '', 'Zip is required.'],
  ['zip', '3280', 'Enter a ZIP code with 5 digits.'],
  ['state', 60, 'State is required.'],
  ['numbers', [], 'No phone numbers added.'],
])('refuses %s %j', async (field, value, message) => {
  const { ctx } = await site.signIn(await site.addPerson())
  const input = { ...about, [field]: value } as typeof about
  await expect(saveAboutYou.run(ctx, input)).rejects.toMatchObject({ issues: [{ path: field, message }] })
})

test('refuses to remove the last phone number, and saves nothing when refused', async () => {
  const { ctx } = await site.signIn(await site.addPerson())
  await saveAboutYou.run(ctx, about)
  const [phone] = (await getAboutYou.run(ctx, {})).numbers
  const removal = { ...about, city: 'Miami', numbers: [], numbersToDelete: [phone!.phone_id] }
  await expect(saveAboutYou.run(ctx, removal)).rejects.toMatchObject({ kind: { status: 400 } })
  expect(await getAboutYou.run(ctx, {})).toMatchObject({ city: 'Orlando', numbers: [phone] })
  const newPhone = { ...phone!, phone_number: '4075550199', lk_phone_number_type_id: 3 }
  await saveAboutYou.run(ctx, { ...about, numbers: [newPhone] })
  expect((await getAboutYou.run(ctx, {})).numbers).toEqual([newPhone])
  // A form that is sent twice, or eight times simultaneously, adds its number once.
  const { phone_id: _, ...added } = { ...newPhone, phone_number: '4075550188' }
  await Promise.all(Array.from({ length: 8 }, () => saveAboutYou.run(ctx, { ...about, numbers: [added] })))
  expect((await getAboutYou.run(ctx, {})).numbers).toMatchObject([newPhone, added])
})

test("refuses to read or change another person's details or phones", async () => {
  const victim = await site.addPerson()
  const victims = await site.signIn(victim)
  await saveAboutYou.run(victims.ctx, about)
  const [phone] = (await getAboutYou.run(victims.ctx, {})).numbers
  const { ctx } = await site.signIn(await site.addPerson())
  const notFound = { kind: { status: 404 } }
  await expect(getAboutYou.run(ctx, { user_id: victim.user_id })).rejects.toMatchObject(notFound)
  await expect(saveAboutYou.run(ctx, { ...about, user_id: victim.user_id })).rejects.toMatchObject(notFound)
  const stolenPhone = { ...phone!, phone_number: '9995550000' }
  await expect(saveAboutYou.run(ctx, { ...about, numbers: [...about.numbers, stolenPhone] })).rejects.toMatchObject(
    notFound,
  )
  await saveAboutYou.run(ctx, { ...about, numbersToDelete: [phone!.phone_id] })
  expect((await getAboutYou.run(victims.ctx, {})).numbers).toEqual([phone])
  await expect(getAboutYou.run(await site.visit(), {})).rejects.toMatchObject({ kind: { status: 401 } })
})

test('the language is stored with the person, and a visitor can choose one too', async () => {
  const student = await site.addPerson()
  const { ctx, token } = await site.signIn(student)
  expect(await setLanguage.run(ctx, { language: 'es-es' })).toEqual({ language: 'es-es', lk_language_id: 2 })
  expect((await site.whois(token))?.locale).toBe('es-es')
  expect(await setLanguage.run(await site.visit(), { language: 2 })).toMatchObject({ language: 'es-es' })
  await expect(setLanguage.run(ctx, { language: 'fr-fr' as 'en-us' })).rejects.toMatchObject({ kind: { status: 400 } })
})

test("finds states by part of their name in the caller's language", async () => {
  const states = await fetchStates.run(await site.visit(), { state: 'contains:jersey' })
  expect(states.data).toEqual([{ lk_state_id: 31, state: 'New Jersey', label: 'New Jersey', value: 31 }])
  const spanish = await fetchStates.run(await site.visit({ locale: 'es-es' }), { state: 'contains:nueva y' })
  expect(spanish.data.map(({ lk_state_id }) => lk_state_id)).toEqual([33])
})

test('dates survive the round trip through the form, and impossible days are refused', () => {
  expect(parseDate('2/9/2001')).toBe('2001-02-09')
  expect(formatDate('2001-02-09')).toBe('02/09/2001')
  for (const text of ['13/01/2000', '04/31/2000', '02/29/1900', '1/1/99', '']) expect(parseDate(text)).toBeNull()
})

test('an account has at most ten phone numbers, however often the form is sent', async () => {
  const student = await site.addPerson()
  const { ctx } = await site.signIn(student)
  const six = (first: number) =>
    Array.from({ length: 6 }, (_, n) => ({ phone_number: `40755501${first + n}`, lk_phone_number_type_id: 1 }))
  await saveAboutYou.run(ctx, { ...about, numbers: six(10) })
  const overrides = { ...about, numbers: six(20) }
  await expect(saveAboutYou.run(ctx, overrides)).rejects.toMatchObject({ issues: [{ path: 'numbers' }] })
  expect((await getAboutYou.run(ctx, {})).numbers).toHaveLength(6)
})
