import { beforeAll, expect, test } from 'vitest'
import { status } from '#modules/learning/student-course/course-status.shared.ts'
import { addStudent, takeCourse } from '#tests/fixtures/learning/quiz.ts'
import { type Client, openTestApp } from '#tests/support/app.ts'

const app = await openTestApp()
const { read } = app.database
let student: Client
let id: number

beforeAll(async () => {
  await read`
    update catalogue.course_shipping_method set enabled = true, price_cents = case lk_shipping_type_id
      when 2 then 995 when 3 then 2995 else 0 end
    where course_version_id = 1`
})

async function enrolled(lk_shipping_type_id: number | null) {
  const user_id = await addStudent(app)
  const { studentCourseId } = await takeCourse(app, user_id, 1, 1011)
  await read`
    update learning.student_course set lk_shipping_type_id = ${lk_shipping_type_id}
    where student_course_id = ${studentCourseId}`
  student = await app.as(user_id)
  id = studentCourseId
}
const fetch = (caller = student) => caller.get(`/course/fetchShippingMethodByStudentCourseId?studentCourseId=${id}`)
const update = (lk_shipping_type_id: unknown, caller = student) =>
  caller.post('/student/updateStudentCourseData', { student_course_id: id, lk_shipping_type_id })
const typeNow = async () => {
  const [row] = await read<{ at: number | null }>`
    select lk_shipping_type_id as at from learning.student_course where student_course_id = ${id}`
  return row!.at
}

test('a student sees the delivery of the certificate and the free alternatives', async () => {
  await enrolled(2)
  const { body } = await fetch()
  expect(body.shippingMethod).toMatchObject({ value: 2, label: 'Mail (7-10 Days)', price: 9.95, enabled: true })
  expect(body.data.shippingMethod).toEqual(body.shippingMethod)
  expect(body.shippingMethods.map(({ value }: { value: number }) => value)).toEqual([1, 2, 4])
  await enrolled(null)
  expect((await fetch()).body.shippingMethod).toBeNull()
})

test('a method that is switched off is not offered, nor free paper to a student who bought none', async () => {
  const fetchOffers = async () =>
    (await fetch()).body.shippingMethods.map(({ value }: { value: number }) => value) as number[]
  const set = (lk_shipping_type_id: number, change: object) => read`
    update catalogue.course_shipping_method set ${read(change)}
    where course_version_id = 1 and lk_shipping_type_id = ${lk_shipping_type_id}`
  await set(4, { enabled: false })
  await set(2, { price_cents: 0 })
  await enrolled(1)
  expect(await fetchOffers()).toEqual([1])
  expect((await update(2)).status).toBe(422)
  await enrolled(2)
  expect(await fetchOffers()).toEqual([1, 2])
  await set(4, { enabled: true })
  await set(2, { price_cents: 995 })
})

test('a student changes the delivery once, and the event history records both methods', async () => {
  await enrolled(2)
  const responses = await Promise.all([update(1), update(1)])
  expect(responses.map(({ status }) => status)).toEqual([200, 200])
  expect(responses[0]!.body.shippingMethod).toMatchObject({
    value: 1,
    label: 'Email + Digital Download',
    price: 'FREE',
  })
  expect(await typeNow()).toBe(1)
  const rows = await read<{ before: object; after: object }>`
    select before, after from platform.audit_event
    where action = 'course.delivery' and subject = ${`student_course_id:${id}`}`
  expect(rows).toEqual([{ before: { lk_shipping_type_id: 2 }, after: { lk_shipping_type_id: 1 } }])
})

test.each([
  ['to a dearer way', 1, 3],
  ['to paper, for which no address was asked', 1, 2],
  ['to a way that does not exist', 1, 9],
])('refuses to change the delivery %s', async (_what, from, to) => {
  await enrolled(from)
  const { status: code, body } = await update(to)
  expect([code, body.message]).toEqual([422, 'You must select a valid shipping method'])
  expect(await typeNow()).toBe(from)
})

test('refuses to change the delivery once the certificate is being issued, or after a refund', async () => {
  await enrolled(2)
  await read`
    insert into learning.certificate_reservation (student_course_id, version, organization_id, certificate_number, check_code)
    values (${id}, 1, 1, ${`T-${id}`}, 'ABCDEFGHJKMN')`
  expect((await update(1)).body.code).toBe('DELIVERY_FIXED')
  await enrolled(2)
  await read`
    update learning.student_course set lk_student_course_status_id = ${status.refunded} where student_course_id = ${id}`
  expect((await update(1)).status).toBe(409)
})

test('staff with the permissions can change the delivery; other staff and students get 404', async () => {
  await enrolled(2)
  const instructor = await app.as(await app.userId('instructor@example.com'))
  expect((await fetch(instructor)).status).toBe(200)
  expect((await update(4, instructor)).status).toBe(200)
  const stranger = await app.as(await addStudent(app))
  expect([(await fetch(stranger)).status, (await update(1, stranger)).status]).toEqual([404, 404])
  expect([(await fetch(app.visitor())).status, (await update(1, app.visitor())).status]).toEqual([401, 401])
  const otherAdmin = await addStudent(app, 2)
  await read`update identity.person set lk_user_role_id = 1 where user_id = ${otherAdmin}`
  const [{ code } = { code: '' }] = await read<{ code: string }>`
    select code from identity.organization where organization_id = 2`
  const otherStaff = await app.as(otherAdmin, code)
  expect([(await fetch(otherStaff)).status, (await update(1, otherStaff)).status]).toEqual([404, 404])
  expect((await update('x')).status).toBe(400)
  expect(await typeNow()).toBe(4)
})
