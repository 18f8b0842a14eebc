import { expect, test } from 'vitest'
import { clearVersionCache } from '#modules/catalogue/versions/version-cache.ts'
import { selectStudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import { course, openCompletions } from '#tests/fixtures/learning/completion.ts'
import { buildRecord } from './build-record.ts'
import { registeredFacts } from './registered-facts.ts'

const { database, passed, ctx } = await openCompletions()
const counties = {
  [course.florida]: 'In which Florida county was the citation issued?',
  [course.theory]: 'County',
  [course.permit]: 'In which county do you live?',
}
for (const [course_version_id, title] of Object.entries(counties)) {
  await database.read`insert into catalogue.question ${database.read({
    course_version_id: Number(course_version_id),
    question_id: 2,
    used_in: 'registration',
    position: 2,
    lk_question_type_id: 18,
    title,
    configuration: database.read.json({ title, options: [] }),
  })}`
}
clearVersionCache()

async function countyOf(version: number) {
  const { student_course_id } = await passed({ version, report: false })
  await database.read`
    insert into learning.registration_answer (student_course_id, organization_id, question_id, answer)
    values (${student_course_id}, 1, 2, ${database.read.json('Orange')})`
  const system = ctx({ kind: 'system', name: 'test' })
  return (await registeredFacts(system, await selectStudentCourse(system, student_course_id), 'report')).citation_county
}

test('reports the county of the citation, never the county of residence instead', async () => {
  expect(await countyOf(course.florida)).toBe('Orange')
  expect(await countyOf(course.theory)).toBe('Orange')
  expect(await countyOf(course.permit)).toBeNull()
})

test('reports a person with one name as licenses print it', async () => {
  const { student_course_id } = await passed({ version: course.florida, report: false, last_name: '' })
  const system = ctx({ kind: 'system', name: 'test' })
  const passedCourse = await selectStudentCourse(system, student_course_id)
  const registered = await registeredFacts(system, passedCourse, 'report')
  const { student } = await buildRecord(system, passedCourse, registered, { agency: 'fl-dhsmv', state_code: 'FL' }, 1)
  expect(student).toMatchObject({ first_name: 'NONE', last_name: expect.stringMatching(/\p{L}/u) })
})
