import { expect, test } from 'vitest'
import { openTestApp } from '#tests/support/app.ts'
import { openVictim } from '#tests/support/victim.ts'

const app = await openTestApp({ jobs: true })
const { read } = app.database
const student = await openVictim(app)
const [certificate] = await read<{ id: number }>`
  select min(student_certificate_id) as id
  from learning.student_certificate where user_id = ${student.user_id} and pdf_key is not null`

async function someone() {
  const loginid = `tasks-${Math.random().toString(36).slice(2)}@example.com`
  const [row] = await read<{ user_id: number }>`
    insert into identity.person (organization_id, lk_user_role_id, loginid, email)
    values (1, 1, ${loginid}, ${loginid}) returning user_id`
  const { user_id } = row!
  return { user_id, ...(await app.as(user_id)) }
}

test.each([
  ['a PDF of certificates', '/certificate/download/book', { ids: [certificate!.id] }, 'MANAGE_CERTIFICATES:READ'],
  ['a course with the answers of its questions', '/course/archive/export', { course_id: 1 }, 'MANAGE_COURSES:UPDATE'],
] as const)(
  'T-23: %s opens only with the current permissions, though it was made earlier',
  async (_what, path, body, key) => {
    const client = await someone()
    const { task_id } = (await client.post(path, body)).body
    await app.runJobs()
    const file = async () => (await client.get(`/user/task/${task_id}/file`)).status
    expect(await file()).toBe(200)
    await read`
    insert into identity.permission (user_id, organization_id, key, granted)
    values (${client.user_id}, 1, ${key}, false)`
    expect(await file()).toBe(403)
  },
)

test('two books that begin with the same certificates are different', async () => {
  const client = await someone()
  const many = Array.from({ length: 200 }, () => certificate!.id)
  const requestBook = async (ids: number[]) => (await client.post('/certificate/download/book', { ids })).body.task_id
  const [first, other] = [await requestBook(many), await requestBook([...many, certificate!.id])]
  expect(other).not.toBe(first)
  expect(await requestBook(many)).toBe(first)
})
