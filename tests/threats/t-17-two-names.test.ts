import { beforeAll, expect, test } from 'vitest'
import { type Client, openTestApp } from '#tests/support/app.ts'
import { openVictim, type Victim } from '#tests/support/victim.ts'
import { openView } from '#tests/support/view.ts'

const app = await openTestApp({ jobs: true })
const admin = await app.userId('admin@example.com')
let student: Victim
let client: Client

beforeAll(async () => {
  student = await openVictim(app)
  client = await openView(app, student.user_id)
})

type Row = { action: string; actor_user_id: number; viewed_by: number | null; after: { operation?: string } | null }
const since = async (operation: () => Promise<unknown>): Promise<Row[]> => {
  const [last] = await app.database.read<{ id: number }>`
    select coalesce(max(audit_event_id), 0) as id from platform.audit_event`
  await operation()
  return app.database.read<Row>`
    select action, actor_user_id, viewed_by, after from platform.audit_event
    where audit_event_id > ${last!.id} order by audit_event_id`
}

/** One operation of each kind that a student is responsible for, with its test. */
const operations: Record<
  string,
  (ids: Victim['ids']) => [method: 'post' | 'put' | 'get', path: string, body?: object]
> = {
  learning: ({ player }) => ['post', '/course/start', { studentCourseId: player.studentCourseId }],
  'seat time': ({ beating }) => ['post', '/course/updateStudentProgressTime', { ...beating, sequence: 1 }],
  'a quiz': ({ quiz }) => ['post', '/quiz/start', { ...quiz }],
  registration: ({ answered }) => ['post', '/registration/submit', { studentCourseId: answered.studentCourseId }],
  agreement: ({ agreeing }) => ['post', '/registration/agree', { ...agreeing, agreement: 'I Agree' }],
  money: ({ purchase }) => ['post', '/payment/process', { ...purchase }],
  'the cart': () => ['post', '/cart/addToCart', { course_website_id: 1001 }],
  'the profile': () => ['post', '/user/saveAboutYou', { firstName: 'Mallory' }],
  'the password': () => ['post', '/user/changePassword', { oldPassword: 'a', newPassword: 'b' }],
  'the second factor': () => ['post', '/user/save2fa', { token: '123456' }],
  'the sessions': () => ['post', '/user/sessions/end-others'],
  'linked accounts': () => ['post', '/user/addAccount', { email: 'a@example.com', password: 'b' }],
  'an email': ({ passed }) => ['get', `/certificate/email?student_certificate_id=${passed.student_certificate_id}`],
}

test.each(Object.keys(operations))('T-17: an attempt at %s in a view is recorded under both names', async (kind) => {
  const [method, path, body] = operations[kind]!(student.ids)
  const call = `${method.toUpperCase()} ${path.split('?')[0]}`
  const rows = await since(async () => expect((await client[method](path, body)).status).toBe(403))
  expect(rows).toEqual([
    { action: 'view_as.refused', actor_user_id: student.user_id, viewed_by: admin, after: { operation: call } },
  ])
})

test('T-17: permitted actions in a view are recorded under both names, too', async () => {
  const rows = await since(() => client.post('/user/setLanguage', { language: 'en-us' }))
  expect(rows).toMatchObject([{ action: 'user.setLanguage', actor_user_id: student.user_id, viewed_by: admin }])
})

test("T-17: exit with another person's id returns to the viewer's own account, and is recorded under both names", async () => {
  const other = await app.userId('instructor@example.com')
  const rows = await since(async () => {
    const { body } = await client.post('/user/viewAs/exit', { userId: other })
    expect(body.user.user_id).toBe(admin)
  })
  expect(rows).toMatchObject([{ action: 'view_as.exit', actor_user_id: student.user_id, viewed_by: admin }])
  const after = await since(() => client.post('/user/setLanguage', { language: 'en-us' }))
  expect(after).toMatchObject([{ actor_user_id: admin, viewed_by: null }])
})
