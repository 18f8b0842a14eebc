import { afterEach, expect, test } from 'vitest'
import { forgetVersions } from '#modules/catalogue/versions/version-cache.ts'
import { answerQuestions, fillAboutYou } from '#tests/support/registration.ts'
import { openRegistrations, spanish } from './registration.fixture.ts'

const { app, registering, courseOf } = await openRegistrations()
const { read } = app.database
const federalLicense = 'Excluded whatever vehicle they drove'

async function follow(program_id: string | null) {
  await read`update catalogue.course_version set program_id = ${program_id} where course_version_id = ${spanish}`
  forgetVersions()
}
afterEach(() => read`delete from catalogue.program_rule`)

/** A student who has answered every question and not submitted. */
async function answered(program_id: string) {
  await follow(program_id)
  const student = await registering(spanish)
  await fillAboutYou(student.ctx, '03/14/1990')
  await answerQuestions(student.ctx, student.studentCourseId)
  const { studentCourseId, client } = student
  const submit = (affirmation?: object) => client.post('/registration/submit', { studentCourseId, affirmation })
  const affirmed = async () =>
    (
      await read<{ affirmed: { rule: string; citation: string }[] | null }>`
        select affirmed from learning.registration where student_course_id = ${studentCourseId}`
    )[0]!.affirmed
  return { ...student, submit, affirmed }
}

test('a rule in prose is confirmed word for word, with its citation, and never shown as a list', async () => {
  const { client, studentCourseId, submit, affirmed } = await answered('fl-bdi')
  const { registration } = (await client.get(`/registration/${studentCourseId}`)).body
  expect(registration.statements).toMatchObject([
    { rule: 'eligibility.excluded_violations', kinds: null, citation: expect.stringContaining('318.14(9)') },
    { rule: 'eligibility.cdl_holders', kinds: null, text: federalLicense },
  ])
  const page = await client.visit(`/course/${studentCourseId}/registration`)
  expect(page.text).toContain(federalLicense)
  const refused = await submit()
  expect([refused.status, refused.body.code]).toEqual([422, 'REG_INC'])
  expect(refused.body.issues).toEqual([{ path: 'confirmed', message: 'Confirm that none of this applies to you.' }])
  expect(await affirmed()).toBeNull()
  expect((await submit({ confirmed: 1 })).status).toBe(200)
  expect(await affirmed()).toMatchObject([{ rule: 'eligibility.excluded_violations' }, { text: federalLicense }])
  // The second submission needs no new affirmation.
  expect((await submit()).status).toBe(200)
  expect((await client.get(`/registration/${studentCourseId}`)).body.registration.statements).toEqual([])
})

test("a choice must be in the program's list, and another choice is possible after a refusal", async () => {
  const { submit, affirmed, studentCourseId, client } = await answered('tx-driving-safety')
  const { statements } = (await client.get(`/registration/${studentCourseId}`)).body.registration
  expect(statements[0].kinds).toContain('Passing a school bus')
  const unchosen = await submit({ confirmed: 1 })
  expect(unchosen.body.issues).toEqual([{ path: 'violation', message: 'Choose one, or “None of these”.' }])
  expect((await submit({ confirmed: 1, violation: 'passing a school bus' })).status).toBe(422)
  const excluded = await submit({ confirmed: 1, violation: 'Passing a school bus' })
  expect(excluded.body).toMatchObject({ code: 'NOT_ELIGIBLE', message: expect.stringContaining('municipal courts') })
  expect(await affirmed()).toBeNull()
  expect((await courseOf(studentCourseId)).registered_at).toBeNull()
  expect((await submit({ confirmed: 1, violation: 'none' })).status).toBe(200)
  expect(await affirmed()).toHaveLength(2)
})

test('no statement is required without a program, or if the operator records that it has no such rule', async () => {
  await read`
    insert into catalogue.program_rule (program_id, rule, value, valid_from, reason, user_id)
    select 'fl-bdi', rule, null, '2020-01-01', 'no such rule', 1
    from unnest(array['eligibility.excluded_violations', 'eligibility.cdl_holders']) rule`
  const { submit } = await answered('fl-bdi')
  expect((await submit()).status).toBe(200)
  await follow(null)
  const other = await registering(spanish)
  await answerQuestions(other.ctx, other.studentCourseId)
  expect((await other.client.post('/registration/submit', { studentCourseId: other.studentCourseId })).status).toBe(200)
})
