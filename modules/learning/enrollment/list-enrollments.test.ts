import { expect, test } from 'vitest'
import { course, openCompletions } from '#tests/fixtures/learning/completion.ts'
import { findExternalEnrollment, insertExternalEnrollment } from './external-enrollment.sql.ts'
import { listEnrollments } from './list-enrollments.ts'

/**
 * Two enrollments that differ in everything that can be filtered. April begins in New York, the zone of the
 * organization, between the passing of the one and the other.
 */
const world = await openCompletions()
const { database } = world
const { read } = database
const march = await world.passed({ at: new Date('2026-04-01T03:59:59.999Z') })
const april = await world.passed({ version: course.theory, at: new Date('2026-04-01T04:00:00Z') })
const [first, second] = [march.student_course_id, april.student_course_id]
const assign = (student_course_id: number, group_name: string, due_on: string) => read`
  insert into learning.course_assignment (student_course_id, organization_id, group_name, due_on)
  values (${student_course_id}, 1, ${group_name}, ${due_on})`
await assign(first, 'North', '2020-04-01')
await assign(second, 'South', '2040-04-02')
await read`update learning.student_course set lk_student_course_status_id = 4 where student_course_id = ${first}`
for (const [name, { user_id, student_course_id }] of Object.entries({ march, april })) {
  await read`
    insert into learning.external_enrollment (organization_id, external_id, student_course_id)
    values (1, ${name}, ${student_course_id})`
  await read`
    insert into identity.external_person (organization_id, external_id, user_id) values (1, ${`person-${name}`}, ${user_id})`
}
const staff = (organization_id = 1) => world.staff(['MANAGE_STUDENTS:READ'], organization_id)
const list = (input: object, ctx = staff()) => listEnrollments.run(ctx, input as never)
const idsOf = async (input: object, ctx = staff()) =>
  (await list(input, ctx)).enrollments.map(({ student_course_id }) => student_course_id)

test.each<[object, number[]]>([
  [{}, [first, second]],
  [{ after_id: first }, [second]],
  [{ external_id: ['march'] }, [first]],
  [{ external_id: ['march', 'april'] }, [first, second]],
  [{ external_id: ['person-march'] }, []],
  [{ external_person_id: ['person-april'] }, [second]],
  [{ external_id: ['march'], external_person_id: ['person-april'] }, []],
  [{ course_id: 1 }, [first]],
  [{ course_id: 2 }, [second]],
  [{ lk_student_course_status_id: [4] }, [first]],
  [{ lk_student_course_status_id: [4, 6] }, [first, second]],
  [{ group: ['South'] }, [second]],
  [{ group: ['North', 'South'] }, [first, second]],
  [{ due_from: '2020-04-01' }, [first, second]],
  [{ due_from: '2020-04-02' }, [second]],
  [{ due_to: '2040-04-02' }, [first, second]],
  [{ due_to: '2040-04-01' }, [first]],
  [{ passed_from: '2026-03-31', passed_to: '2026-03-31' }, [first]],
  [{ passed_from: '2026-04-01' }, [second]],
  [{ passed_to: '2026-04-01' }, [first, second]],
  [{ late: true }, [first]],
  [{ late: false }, [second]],
  [{ group: ['North'], late: false }, []],
])('%o lists %o', async (input, expected) => {
  expect(await idsOf(input)).toEqual(expected)
})

test('an enrollment is listed with its ids, group, due date and dates', async () => {
  const [row] = (await list({ external_id: ['march'] })).enrollments
  expect(row).toMatchObject({
    student_course_id: first,
    user_id: march.user_id,
    external_id: 'march',
    external_person_id: 'person-march',
    organization_id: 1,
    course_id: 1,
    course_name: 'Basic Driver Improvement',
    lk_student_course_status_id: 4,
    passed_at: '2026-04-01T03:59:59.999Z',
    group: 'North',
    due_on: '2020-04-01',
    late: true,
  })
})

test('pages end after the limit, and another organization sees none of them', async () => {
  expect(await list({ limit: 1 })).toMatchObject({ next_id: first, has_more: true, enrollments: [{}] })
  expect(await list({ limit: 2 })).toMatchObject({ next_id: null, has_more: false, enrollments: [{}, {}] })
  for (const input of [{}, { external_id: ['march'] }, { external_person_id: ['person-march'] }])
    expect(await idsOf(input, staff(2))).toEqual([])
  await expect(list({}, world.staff([]))).rejects.toMatchObject({ kind: { status: 403 } })
})

test("a partner's id is one enrollment of one organization, until its student is removed", async () => {
  const system = world.ctx({ kind: 'system', name: 'test' })
  const key = { organization_id: 1, external_id: 'march' }
  const [ownCourse] = await read<{ id: number }>`
    select min(course_website_id) as id from catalogue.v_course_website where course_id = 1`
  const [other] = await read<{ id: number }>`
    insert into catalogue.course_website
    select (jsonb_populate_record(w, '{"course_website_id": 9002, "course_id": 2}')).*
    from catalogue.course_website w where course_website_id = ${ownCourse!.id}
    returning course_website_id as id`
  const find = (course_website_id: number, external = key) =>
    findExternalEnrollment(system, external, course_website_id)
  const enrollment = { student_course_id: first, user_id: march.user_id }
  expect(await find(ownCourse!.id)).toEqual({ ...enrollment, same_course: true })
  expect(await find(other!.id)).toEqual({ ...enrollment, same_course: false })
  expect(await find(ownCourse!.id, { organization_id: 2, external_id: 'march' })).toBeNull()
  expect(await find(ownCourse!.id, { organization_id: 1, external_id: 'may' })).toBeNull()
  const insert = (student_course_id: number, external_id: string) =>
    insertExternalEnrollment(system, { organization_id: 1, external_id, student_course_id })
  expect(await insert(first, 'march')).toBe(true)
  expect(await insert(second, 'march')).toBe(false)
  expect(await insert(first, 'may')).toBe(false)
  await read`update identity.person set deleted_at = platform.now() where user_id = ${march.user_id}`
  expect(await find(ownCourse!.id)).toBeNull()
  const { student_course_id } = await world.passed()
  expect(await insert(student_course_id, 'march')).toBe(true)
  expect(await idsOf({ external_id: ['march'] })).toEqual([student_course_id])
  expect(await idsOf({ external_id: ['april'] })).toEqual([second])
})
