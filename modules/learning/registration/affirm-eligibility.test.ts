import { afterEach, expect, test } from 'vitest'
import { clearVersionCache } from '#modules/catalogue/versions/version-cache.ts'
import { personal } from '#modules/learning/personal-tables.ts'
import { status } from '#modules/learning/student-course/course-status.shared.ts'
import { readPersonalData } from '#platform/personal-data/read-personal-data.ts'
import { answerQuestions, fillAboutYou } from '#tests/support/registration.ts'
import { classA, openRegistrations, spanish } from './registration.fixture.ts'

const { app, addRegistration, courseOf } = await openRegistrations()
const { read } = app.database
const staff = await app.as(await app.userId('instructor@example.com'))
const federalLicense = 'Excluded whatever vehicle they drove'

async function setProgram(program_id: string | null, version = spanish) {
  await read`update catalogue.course_version set program_id = ${program_id} where course_version_id = ${version}`
  clearVersionCache()
}
afterEach(() => read`delete from catalogue.program_rule`)

/** Drops the data that programs require but the demo courses don't ask for: it is not the subject of these tests. */
const dropDataRules = (program_id: string) => read`
  insert into catalogue.program_rule (program_id, rule, value, valid_from, reason, user_id)
  select ${program_id}, rule, null, '2020-01-01', 'not the subject', 1
  from unnest(array['student.data_required', 'eligibility.frequency_from', 'report.deadline']) rule`

/** A student who has answered every question and not submitted. */
async function addAnsweredRegistration(program_id: string, version = spanish) {
  await dropDataRules(program_id)
  await read`update catalogue.course set reports_to = 'dmv' where reports_to = 'fmcsa-tpr'`
  await setProgram(program_id, version)
  const student = await addRegistration(version)
  await fillAboutYou(student.ctx, '03/14/1990')
  await answerQuestions(student.ctx, student.studentCourseId)
  const { studentCourseId, client } = student
  const submit = (affirmation?: object) => client.post('/registration/submit', { studentCourseId, affirmation })
  const selectAffirmed = async () =>
    (
      await read<{ affirmed: { rule: string; citation: string }[] | null }>`
        select affirmed from learning.registration where student_course_id = ${studentCourseId}`
    )[0]!.affirmed
  return { ...student, submit, selectAffirmed }
}

test('a rule in prose is confirmed word for word, with its citation, and never shown as a list', async () => {
  const { client, studentCourseId, submit, selectAffirmed } = await addAnsweredRegistration('fl-bdi')
  const { registration } = (await client.get(`/registration/${studentCourseId}`)).body
  expect(registration.statements).toMatchObject([
    { rule: 'eligibility.excluded_violations', kinds: null, citation: expect.stringContaining('318.14(9)') },
    { rule: 'eligibility.cdl_holders', kinds: null, text: federalLicense },
  ])
  const page = await client.visit(`/course/${studentCourseId}/registration`)
  expect(page.text).toContain(federalLicense)
  const response = await submit()
  expect([response.status, response.body.code]).toEqual([422, 'REG_INC'])
  expect(response.body.issues).toEqual([{ path: 'confirmed', message: 'Confirm that none of this applies to you.' }])
  expect(await selectAffirmed()).toBeNull()
  expect((await submit({ confirmed: 1 })).status).toBe(200)
  expect(await selectAffirmed()).toMatchObject([{ rule: 'eligibility.excluded_violations' }, { text: federalLicense }])
  // The second submission needs no new affirmation.
  expect((await submit()).status).toBe(200)
  expect((await client.get(`/registration/${studentCourseId}`)).body.registration.statements).toEqual([])
})

test('a choice is checked against its list, and an exclusion stands until staff correct it with a reason', async () => {
  const { submit, selectAffirmed, studentCourseId, client } = await addAnsweredRegistration('tx-driving-safety')
  const { statements } = (await client.get(`/registration/${studentCourseId}`)).body.registration
  expect(statements[0].kinds).toContain('Passing a school bus')
  const unchosen = await submit({ confirmed: 1 })
  expect(unchosen.body.issues).toEqual([{ path: 'violation', message: 'Choose one, or “None of these”.' }])
  expect((await submit({ confirmed: 1, violation: 'passing a school bus' })).status).toBe(422)
  const excluded = await submit({ confirmed: 1, violation: 'Passing a school bus' })
  expect(excluded.body).toMatchObject({ code: 'NOT_ELIGIBLE', message: expect.stringContaining('municipal courts') })
  expect(await selectAffirmed()).toBeNull()
  expect((await courseOf(studentCourseId)).registered_at).toBeNull()
  const repeatedResponse = await submit({ confirmed: 1, violation: 'none' })
  expect([repeatedResponse.status, repeatedResponse.body.message]).toEqual([422, excluded.body.message])
  const page = await client.visit(`/course/${studentCourseId}/registration`)
  expect(page.text).toContain('You can’t take this course')
  expect(page.text).not.toContain('Finish registration')

  const correct = (violation: string, reason = 'Chose the wrong line; the citation says speeding.') =>
    staff.post('/registration/correctAffirmation', { student_course_id: studentCourseId, violation, reason })
  expect((await correct('none', ' ')).status).toBe(400)
  expect((await correct('a kind of no list')).status).toBe(400)
  const ownCorrection = { student_course_id: studentCourseId, violation: 'none', reason: 'I know better.' }
  expect((await client.post('/registration/correctAffirmation', ownCorrection)).status).toBe(403)
  const address = `/manage/eligibility/${studentCourseId}`
  const response = await staff.visit(address, { violation: 'none', reason: 'Chose the wrong line.' })
  expect(response.headers.get('location')).toBe(address)
  expect((await submit({ confirmed: 1, violation: 'none' })).status).toBe(200)
  expect(await selectAffirmed()).toHaveLength(2)

  const footprint = async (reader: typeof client) => {
    const { text } = await reader.get(
      `/report/downloadStudentFootprintTX?student_course_id=${studentCourseId}&format=json`,
    )
    return JSON.parse(text).eligibility
  }
  const corrected = { what: 'corrected', violation: null, reason: 'Chose the wrong line.', by: expect.any(String) }
  expect(await footprint(staff)).toMatchObject([
    { what: 'excluded', violation: 'Passing a school bus', by: null },
    corrected,
    { what: 'affirmed', violation: null },
  ])
  expect((await footprint(client))[1]).toMatchObject({ reason: null, by: null })
  expect((await staff.visit(address)).text).toContain('Passing a school bus')
  // An exclusion that staff find out later holds as well.
  expect((await correct('Passing a school bus')).body).toMatchObject({ excluded: true })
  const { excluded: reason } = (await client.get(`/registration/${studentCourseId}`)).body.registration
  expect(reason).toContain('Passing a school bus')
  expect((await client.post('/registration/complete', { studentCourseId })).body.code).toBe('NOT_ELIGIBLE')
})

test('there is nothing to correct before the student states anything', async () => {
  const { studentCourseId } = await addAnsweredRegistration('tx-driving-safety')
  const earlyCourse = { student_course_id: studentCourseId, violation: 'none', reason: 'Asked by phone.' }
  const response = await staff.post('/registration/correctAffirmation', earlyCourse)
  expect([response.status, response.body.code]).toEqual([422, 'NOTHING_AFFIRMED'])
  expect((await staff.visit(`/manage/eligibility/${studentCourseId}`)).text).toContain('Nothing is recorded yet.')
})

test("the export of a person's data includes the affirmed statements", async () => {
  const { user_id, submit } = await addAnsweredRegistration('fl-bdi')
  expect((await submit({ confirmed: 1 })).status).toBe(200)
  const tables: unknown[] = []
  for await (const table of readPersonalData(read, personal, user_id)) tables.push(table)
  expect(JSON.stringify(tables)).toContain(federalLicense)
})

test('no statement is required without a program, or if the operator records that it has no such rule', async () => {
  await read`
    insert into catalogue.program_rule (program_id, rule, value, valid_from, reason, user_id)
    select 'fl-bdi', rule, null, '2020-01-01', 'no such rule', 1
    from unnest(array['eligibility.excluded_violations', 'eligibility.cdl_holders']) rule`
  const { submit } = await addAnsweredRegistration('fl-bdi')
  expect((await submit()).status).toBe(200)
  await setProgram(null)
  const other = await addRegistration(spanish)
  await answerQuestions(other.ctx, other.studentCourseId)
  expect((await other.client.post('/registration/submit', { studentCourseId: other.studentCourseId })).status).toBe(200)
})

test('a student whose exclusion staff record before the agreement reads why, instead of the agreement', async () => {
  const { submit, studentCourseId, client } = await addAnsweredRegistration('tx-driving-safety', classA)
  expect((await submit({ violation: 'none', confirmed: 1 })).status).toBe(200)
  const visit = () => client.visit(`/course/${studentCourseId}/registration`)
  expect((await visit()).headers.get('location')).toContain('/agreement')
  const body = { student_course_id: studentCourseId, violation: 'Passing a school bus', reason: 'The citation says so' }
  expect((await staff.post('/registration/correctAffirmation', body)).status).toBe(200)
  const response = await visit()
  expect(response.status).toBe(200)
  expect(response.text).toContain('Passing a school bus')
})

test('an exclusion recorded during the lessons disables the course; a correction leaves its status to staff', async () => {
  const { submit, studentCourseId, client } = await addAnsweredRegistration('tx-driving-safety', classA)
  expect((await submit({ violation: 'none', confirmed: 1 })).status).toBe(200)
  await read`
    update learning.student_course set lk_student_course_status_id = ${status.inProgress}
    where student_course_id = ${studentCourseId}`
  const correct = (violation: string) =>
    staff.post('/registration/correctAffirmation', {
      student_course_id: studentCourseId,
      violation,
      reason: 'The citation.',
    })
  expect((await correct('none')).body).toMatchObject({ excluded: false, disabled: false })
  expect((await courseOf(studentCourseId)).lk_student_course_status_id).toBe(status.inProgress)
  expect((await correct('Passing a school bus')).body).toMatchObject({ excluded: true, disabled: true })
  expect((await courseOf(studentCourseId)).lk_student_course_status_id).toBe(status.disabled)
  expect((await client.visit(`/course/${studentCourseId}/disabled`)).text).toContain('Passing a school bus')
  expect((await correct('none')).body).toMatchObject({ excluded: false, disabled: false })
  expect((await courseOf(studentCourseId)).lk_student_course_status_id).toBe(status.disabled)
})
