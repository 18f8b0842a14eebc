import { expect, test } from 'vitest'
import { questionType } from '#modules/catalogue/questions/question-types.shared.ts'
import { openValue } from '#modules/learning/sealed.ts'
import { status } from '#modules/learning/student-course/course-status.shared.ts'
import {
  askLicenseClass,
  askLicenseState,
  licenseClassQuestion,
  licenseStateQuestion,
} from '#tests/fixtures/learning/license-state.ts'
import { atOnce } from '#tests/support/at-once.ts'
import { florida, openRegistrations, permit } from './registration.fixture.ts'

const { app, enrollStudent, addRegistration, rowsOf, setStatus } = await openRegistrations()
const { read } = app.database
await askLicenseState(read, florida)
await askLicenseClass(read, florida)
const [question] = await read<{ question_id: number }>`
  select question_id from catalogue.question
  where course_version_id = ${florida} and lk_question_type_id = ${questionType.drivers_license}`
const numberQuestion = question!.question_id
const admin = await app.as(await app.userId('admin@example.com'))

// Florida: a letter and 12 digits.
const licenseNumber = 'D123456789012'
const otherNumber = 'E123456789012'
const fl = 10
const ga = 11

type Student = Awaited<ReturnType<typeof addRegistration>>
const save = (client: Student['client'], user_id: number, fields: object) =>
  client.post('/student/driverLicense', { user_id, ...fields })
const fetchLicense = async (client: Student['client'], user_id: number) =>
  (await client.get(`/student/driverLicense?user_id=${user_id}`)).body.license
const start = ({ client, studentCourseId }: Pick<Student, 'client' | 'studentCourseId'>) =>
  client.post('/registration/start', { studentCourseId })
async function answersOf(studentCourseId: number) {
  const rows = await rowsOf(studentCourseId)
  const answerOf = (id: number) => {
    const row = rows.find(({ question_id }) => question_id === id)
    return row?.personal_answer ?? row?.answer ?? null
  }
  return [numberQuestion, licenseStateQuestion, licenseClassQuestion].map(answerOf)
}

test('a license of the account answers a registration that starts later', async () => {
  const student = await addRegistration(florida)
  const { client, user_id, studentCourseId } = student
  expect(
    (await save(client, user_id, { license_number: licenseNumber, lk_state_id: fl, license_class: 'A' })).status,
  ).toBe(200)
  await start(student)
  expect(await answersOf(studentCourseId)).toEqual([licenseNumber, fl, 1])
})

test('a class without training is stored, and answers no question about training', async () => {
  const student = await addRegistration(florida)
  const { client, user_id, studentCourseId } = student
  const response = await save(client, user_id, { license_number: licenseNumber, lk_state_id: fl, license_class: 'c' })
  expect(response.status).toBe(200)
  expect(await fetchLicense(client, user_id)).toMatchObject({ license_class: 'C' })
  await start(student)
  expect(await answersOf(studentCourseId)).toEqual([licenseNumber, fl, null])
  expect((await save(client, user_id, { license_class: 'Class C' })).status).toBe(400)
})

test('a license stated in a registration is stored in the account, and answers the next course', async () => {
  const student = await addRegistration(florida)
  const { client, user_id, submitAnswer } = student
  await start(student)
  await submitAnswer(numberQuestion, licenseNumber)
  await submitAnswer(licenseStateQuestion, ga)
  await submitAnswer(licenseClassQuestion, 2)
  expect(await fetchLicense(client, user_id)).toMatchObject({
    license_number: licenseNumber,
    lk_state_id: ga,
    license_class: 'P',
  })
  const studentCourseId = await enrollStudent(user_id, florida)
  await start({ client, studentCourseId })
  expect(await answersOf(studentCourseId)).toEqual([licenseNumber, ga, 2])
})

test('a correction in the account reaches an open registration; omitted fields stay', async () => {
  const student = await addRegistration(florida)
  const { client, user_id, submitAnswer, studentCourseId } = student
  await start(student)
  await submitAnswer(numberQuestion, licenseNumber)
  await submitAnswer(licenseStateQuestion, fl)
  expect((await save(client, user_id, { license_number: otherNumber })).body.keeping).toEqual([])
  expect(await answersOf(studentCourseId)).toEqual([otherNumber, fl, null])
  expect(await fetchLicense(client, user_id)).toMatchObject({ license_number: otherNumber, lk_state_id: fl })
})

test('students cannot change the number that identified them to an agency; staff can', async () => {
  const student = await addRegistration(florida)
  const { client, user_id, submitAnswer, studentCourseId } = student
  await start(student)
  await submitAnswer(numberQuestion, licenseNumber)
  await submitAnswer(licenseStateQuestion, fl)
  await setStatus(studentCourseId, status.completionErrorFlhsmv)
  const ownChange = await save(client, user_id, {
    license_number: otherNumber,
    lk_state_id: ga,
    confirmed_license: otherNumber,
  })
  expect(ownChange.body).toMatchObject({
    keeping: [expect.any(String)],
    message: expect.stringContaining('Contact support'),
  })
  expect(await answersOf(studentCourseId)).toEqual([licenseNumber, ga, null])
  expect((await save(admin, user_id, { license_number: otherNumber, lk_state_id: fl })).body.keeping).toEqual([])
  expect(await answersOf(studentCourseId)).toEqual([otherNumber, fl, null])
})

test('an unusual number is saved only if exactly that number is confirmed', async () => {
  const { client, user_id } = await addRegistration(permit)
  const fields = { license_number: 'X9999', lk_state_id: fl }
  const first = await save(client, user_id, fields)
  expect([first.status, first.body.code]).toEqual([409, 'LICENSE_UNUSUAL'])
  expect((await save(client, user_id, { ...fields, confirmed_license: 'X9998' })).status).toBe(409)
  expect((await fetchLicense(client, user_id)).license_number).toBeNull()
  expect((await save(client, user_id, { ...fields, confirmed_license: 'X9999' })).status).toBe(200)
  // No state publishes its format as a rule, so a number without a state needs no confirmation.
  const stateless = await addRegistration(permit)
  expect((await save(stateless.client, stateless.user_id, { license_number: 'X9999' })).status).toBe(200)
})

test('staff remove a license from the account; omitted fields stay, and registrations keep their answers', async () => {
  const student = await addRegistration(florida)
  const { client, user_id, studentCourseId } = student
  await save(client, user_id, { license_number: licenseNumber, lk_state_id: fl, license_class: 'A' })
  await start(student)
  await save(admin, user_id, { license_class: null })
  expect(await fetchLicense(client, user_id)).toMatchObject({
    license_number: licenseNumber,
    lk_state_id: fl,
    license_class: null,
  })
  const all = { license_number: null, lk_state_id: null, license_class: null }
  const response = await save(admin, user_id, all)
  expect(response.body.message).toContain('was removed')
  expect(await fetchLicense(admin, user_id)).toMatchObject({ number_end: null, lk_state_id: null, license_class: null })
  expect(await answersOf(studentCourseId)).toEqual([licenseNumber, fl, 1])
  const next = await enrollStudent(user_id, florida)
  await start({ client, studentCourseId: next })
  expect(await answersOf(next)).toEqual([null, null, null])
  const [event] = await read<{ after: unknown }>`
    select after from platform.audit_event
    where action = 'student.driver-license' and subject_user_id = ${user_id} order by audit_event_id desc limit 1`
  expect(event!.after).toEqual({ corrected: [], removed: ['license_number', 'lk_state_id'] })
  expect((await save(admin, user_id, all)).status).toBe(200)
})

test.each([
  ['a short number', { license_number: '123' }],
  ['other characters', { license_number: '1234567/8' }],
  ['an unknown state', { lk_state_id: 99 }],
  ['an unknown class', { license_class: 'ZZ' }],
  ['an unknown field', { number: licenseNumber }],
])('refuses %s', async (_, fields) => {
  const { client, user_id } = await addRegistration(permit)
  expect((await save(client, user_id, fields)).status).toBe(400)
  expect(await fetchLicense(client, user_id)).toMatchObject({
    license_number: null,
    lk_state_id: null,
    license_class: null,
  })
})

test('staff see the end of the number only; it is sealed, and no audit row contains it', async () => {
  const { client, user_id } = await addRegistration(permit)
  await save(client, user_id, { license_number: licenseNumber, lk_state_id: fl })
  expect(await fetchLicense(admin, user_id)).toMatchObject({ license_number: null, number_end: '012', updates: true })
  const [row] = await read<{ license_number: unknown }>`
    select license_number from learning.driver_license where user_id = ${user_id}`
  expect(JSON.stringify(row)).not.toContain(licenseNumber)
  const ctx = await app.ctx({ kind: 'system', name: 'test' })
  expect(openValue(ctx, row!.license_number, `driver_license:${user_id}`)).toBe(licenseNumber)
  const events = await read<{ text: string }>`
    select e::text as text from platform.audit_event e
    where action = 'student.driver-license' and subject_user_id = ${user_id}`
  expect(events).toHaveLength(1)
  expect(events[0]!.text).not.toContain(licenseNumber)
})

test('other students and other organizations neither see nor change a license; readers do not change it', async () => {
  const { user_id } = await addRegistration(permit)
  const stranger = await addRegistration(permit)
  const addAdmin = async (code: string) => {
    const loginid = `license-${code}@example.com`
    const [row] = await read<{ user_id: number; organization_id: number }>`
      insert into identity.person (organization_id, lk_user_role_id, loginid, email)
      select organization_id, 1, ${loginid}, ${loginid} from identity.organization where code = ${code}
      returning user_id, organization_id`
    return row!
  }
  const foreignClient = await app.as((await addAdmin('LSD')).user_id, 'LSD')
  for (const client of [stranger.client, foreignClient]) {
    expect([403, 404]).toContain((await save(client, user_id, { license_number: licenseNumber })).status)
    expect([403, 404]).toContain((await client.get(`/student/driverLicense?user_id=${user_id}`)).status)
  }
  const reader = await addAdmin('SSD')
  await read`
    insert into identity.permission (user_id, organization_id, key, granted)
    values (${reader.user_id}, ${reader.organization_id}, 'MANAGE_STUDENTS:UPDATE', false)`
  const client = await app.as(reader.user_id)
  expect((await save(client, user_id, { license_number: licenseNumber })).status).toBe(403)
  expect(await fetchLicense(client, user_id)).toMatchObject({ updates: false })
  expect(
    (await save(admin, await app.userId('instructor@example.com'), { license_number: licenseNumber })).status,
  ).toBe(404)
})

test('corrections at the same time leave the account and its registration with one license', async () => {
  const student = await addRegistration(florida)
  const { client, user_id, submitAnswer, studentCourseId } = student
  await start(student)
  await submitAnswer(numberQuestion, licenseNumber)
  const numbers = Array.from({ length: 8 }, (_, index) => `D12345678901${index}`)
  await atOnce(
    (index) => save(index % 2 ? admin : client, user_id, { license_number: numbers[index], lk_state_id: fl }),
    8,
  )
  const [number] = await answersOf(studentCourseId)
  expect(numbers).toContain(number)
  expect((await fetchLicense(client, user_id)).license_number).toBe(number)
})
