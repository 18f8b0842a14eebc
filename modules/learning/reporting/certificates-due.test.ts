import { beforeEach, expect, test } from 'vitest'
import { shippingType } from '#modules/catalogue/lookups.shared.ts'
import { clearVersionCache } from '#modules/catalogue/versions/version-cache.ts'
import { issueCertificate } from '#modules/learning/certificates/issue-certificate.ts'
import { course, openCompletions } from '#tests/fixtures/learning/completion.ts'
import { countCertificatesDue, listCertificatesDue } from './certificates-due.ts'
import { fetchDueCalendar } from './due-calendar.ts'

const world = await openCompletions()
const { database, job } = world
const reader = (organization_id = 1) => world.staff(['MANAGE_STUDENTS:READ'], organization_id)
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)

async function teach(program_id: string | null) {
  await database.read`
    update catalogue.course_version set program_id = ${program_id} where course_version_id = ${course.florida}`
  clearVersionCache()
}
beforeEach(() => teach('tx-driving-safety'))

const dueOf = async (student_course_id: number) => listCertificatesDue(reader(), student_course_id)
const ship = (student_course_id: number, lk_shipping_type_id: number) => database.read`
  update learning.student_course set lk_shipping_type_id = ${lk_shipping_type_id}
  where student_course_id = ${student_course_id}`

test('Texas requires a certificate within 15 business days, until midnight in Austin', async () => {
  const { student_course_id } = await world.passed({ at: new Date('2026-11-03T05:30:00Z') })
  // Monday in Austin, Tuesday in Washington; Veterans Day and Thanksgiving are not business days.
  expect(await dueOf(student_course_id)).toMatchObject([
    { program_id: 'tx-driving-safety', due_at: new Date('2026-11-25T06:00:00Z'), day: '2026-11-25' },
  ])
})

test('an issued certificate is no longer due, and one on paper stays due until it is mailed', async () => {
  await teach('ny-pirp')
  const [electronic, paper] = [await world.passed({ at: daysAgo(1) }), await world.passed({ at: daysAgo(1) })]
  await ship(paper.student_course_id, shippingType.Mail)
  for (const { student_course_id } of [electronic, paper]) {
    expect(await dueOf(student_course_id)).toHaveLength(1)
    await issueCertificate(job(), student_course_id)
  }
  expect(await dueOf(electronic.student_course_id)).toEqual([])
  expect(await dueOf(paper.student_course_id)).toHaveLength(1)
  await database.read`
    update learning.student_certificate set shipped_at = platform.now()
    where student_course_id = ${paper.student_course_id}`
  expect(await dueOf(paper.student_course_id)).toEqual([])
})

test('a withdrawn certificate on paper is not due again', async () => {
  await teach('ny-pirp')
  const { student_course_id } = await world.passed({ at: daysAgo(1) })
  await ship(student_course_id, shippingType.Mail)
  await issueCertificate(job(), student_course_id)
  expect(await dueOf(student_course_id)).toHaveLength(1)
  await database.read`
    update learning.student_certificate set deleted_at = platform.now() where student_course_id = ${student_course_id}`
  expect(await dueOf(student_course_id)).toEqual([])
})

test('programs without a deadline, and courses of other organizations, have no certificates that are due', async () => {
  const { student_course_id } = await world.passed()
  expect(await listCertificatesDue(reader(2), student_course_id)).toEqual([])
  await teach('fl-mature')
  expect(await dueOf(student_course_id)).toEqual([])
  await teach(null)
  expect(await dueOf(student_course_id)).toEqual([])
})

test('the calendar shows the certificates of a day, and counts late ones', async () => {
  await teach('ny-pirp')
  const before = await countCertificatesDue(reader())
  const { late_certificates } = await fetchDueCalendar.run(reader(), {})
  const [lateCourse, openCourse] = [await world.passed({ at: daysAgo(60) }), await world.passed()]
  const calendar = await fetchDueCalendar.run(reader(), {})
  expect(calendar.late_certificates).toBe(late_certificates + 1)
  const { day } = (await dueOf(openCourse.student_course_id))[0]!
  const { days } = await fetchDueCalendar.run(reader(), { month: day.slice(0, 7) })
  expect(days.find((each) => each.day === day)!.certificates).toEqual([
    {
      program_id: 'ny-pirp',
      program_name: 'New York: Point and Insurance Reduction (PIRP)',
      open: expect.any(Number),
    },
  ])
  // The open one has three weeks left.
  expect(await countCertificatesDue(reader())).toBe(before + 1)
  expect(await countCertificatesDue(reader(2))).toBe(0)
  await issueCertificate(job(), lateCourse.student_course_id)
  expect(await countCertificatesDue(reader())).toBe(before)
})
