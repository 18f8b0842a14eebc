import { expect, test } from 'vitest'
import { createCourse } from '#modules/catalogue/courses/create-course.ts'
import { openDemo, someone } from '#modules/catalogue/testing/demo.ts'
import { announcePresence, ownerOfAuthored } from './presence.ts'

const demo = await openDemo()
const [{ user_id: staffId } = { user_id: 0 }] = await demo.db.read<{ user_id: number }>`
  select user_id from identity.person where lk_user_role_id = 1 order by 1 limit 1`
const keys = ['MANAGE_COURSES:CREATE', 'MANAGE_COURSES:READ']
const staff = { ...someone('Admin', 1, keys), user_id: staffId } as ReturnType<typeof someone>
const author = await demo.ctx('SSD', staff)
const { course } = await createCourse.run(author, { name: 'Winter Driving' })
const { course_id } = course
const publications = () => demo.db.read<{ payload: { channel: string; data: object; skip_history?: boolean } }>`
  select payload from platform.realtime_outbox where payload ->> 'channel' like 'course:%' order by id`

test("an open editor announces its author on the course's channel, without replay or lock", async () => {
  const place = { tab: 'outline', part: 'Black ice' } as const
  expect(await announcePresence.run(author, { course_id, ...place })).toEqual({ user_id: staffId })
  await announcePresence.run(author, { course_id, left: true })
  const rows = await publications()
  expect(rows.map(({ payload }) => payload)).toMatchObject([
    { channel: `course:1.${course_id}`, data: { type: 'present', user_id: staffId, ...place }, skip_history: true },
    { channel: `course:1.${course_id}`, data: { type: 'left', user_id: staffId }, skip_history: true },
  ])
})

test("returns 404 for another organization's course, and refuses students and visitors", async () => {
  const affiliate = await demo.ctx('GCT', { ...staff, organization_id: 4 } as typeof staff)
  await expect(announcePresence.run(affiliate, { course_id })).rejects.toMatchObject({ kind: { status: 404 } })
  await expect(ownerOfAuthored(affiliate, course_id)).rejects.toMatchObject({ kind: { status: 404 } })
  expect(await ownerOfAuthored(author, course_id)).toBe(1)
  const student = await demo.ctx('SSD', someone('Student', 1, keys))
  await expect(announcePresence.run(student, { course_id })).rejects.toMatchObject({ kind: { status: 403 } })
  await expect(announcePresence.run(await demo.ctx('SSD'), { course_id })).rejects.toMatchObject({
    kind: { status: 401 },
  })
  expect(await publications()).toHaveLength(2)
})
