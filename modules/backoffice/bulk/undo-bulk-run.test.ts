import { expect, test } from 'vitest'
import { openTestApp } from '#tests/support/app.ts'

const app = await openTestApp({ jobs: true })
const { read } = app.database
const client = await app.as(await app.userId('admin@example.com'))

let counter = 0
async function addPerson({ role = 3, last_name = 'Person' } = {}): Promise<number> {
  const loginid = `undo${++counter}@example.com`
  const [row] = await read<{ user_id: number }>`
    insert into identity.person (organization_id, lk_user_role_id, loginid, email, first_name, last_name)
    values (1, ${role}, ${loginid}, ${loginid}, 'Bulk', ${last_name}) returning user_id`
  return row!.user_id
}
const addPeople = (n: number, last_name: string) =>
  Promise.all(Array.from({ length: n }, () => addPerson({ last_name })))
const start = (query: string, caller = client, action = 'deactivate') =>
  caller.post('/student/bulk/all', { action, query, ...(action === 'deactivate' && { reason: 'Left.' }) })
const taskOf = async (task_id: number, caller = client) => (await caller.get(`/user/task/${task_id}`)).body.task
const runOf = async (task_id: number) =>
  (await read<{ bulk_run_id: number }>`select bulk_run_id from backoffice.bulk_run where task_id = ${task_id}`)[0]!
    .bulk_run_id

test('undoing a run is a separate run; rows that changed since, and rows it refused, stay as they are', async () => {
  const ids = await addPeople(10, 'Undone')
  const [unverified, enabledByHand, disabledAgain, removed, refused] = ids as [number, number, number, number, number]
  await read`update identity.person set lk_user_status_id = 3 where user_id = ${unverified}`
  const { task_id } = (await start('last_name=exact:Undone')).body
  await read`update identity.person set lk_user_status_id = 2 where user_id = ${refused}`
  expect((await client.post('/user/task/undo', { task_id })).body.code).toBe('BULK_RUNNING')
  await app.runJobs()
  expect(await taskOf(task_id)).toMatchObject({ state: 'done', undo_until: expect.any(String) })
  const put = (path: string, user_id: number) => client.put(path, { user_id })
  expect((await put('/user/activate', enabledByHand)).status).toBe(200)
  await read`update identity.person set lk_user_status_id = 1 where user_id = ${enabledByHand}`
  expect((await put('/user/activate', disabledAgain)).status).toBe(200)
  expect((await put('/user/deactivate', disabledAgain)).status).toBe(200)
  await read`
    update identity.person set deleted_at = platform.now(), updated_at = platform.now() where user_id = ${removed}`
  const colleague = await app.as(await addPerson({ role: 1 }))
  expect((await colleague.post('/user/task/undo', { task_id })).status).toBe(404)
  const presses = await Promise.all([1, 2, 3].map(() => client.post('/user/task/undo', { task_id })))
  expect(new Set(presses.map(({ status, body }) => `${status} ${body.task_id} ${body.rows}`)).size).toBe(1)
  const { body } = presses[0]!
  expect(body).toMatchObject({ rows: 9, message: expect.stringContaining('Rows: 9.') })
  expect((await start('last_name=exact:Undone')).body.code).toBe('BULK_RUNNING')
  await app.runJobs()
  expect(await taskOf(body.task_id)).toMatchObject({
    state: 'done',
    title: 'Undo: Disable: Students',
    summary: 'Undone: 6 of 9. Not undone: 3. The file lists them with the reasons.',
    undo_until: null,
  })
  expect((await taskOf(task_id)).undo_until).toBeNull()
  const lines = (await client.get(`/user/task/${body.task_id}/file`)).text.trim().split('\r\n').slice(1)
  expect(Object.fromEntries(lines.map((line) => [line.split(',')[0], line.includes('already as it was')]))).toEqual({
    [enabledByHand]: true,
    [disabledAgain]: false,
    [removed]: false,
  })
  const statuses = await read<{ user_id: number; lk_user_status_id: number }>`
    select user_id, lk_user_status_id from identity.person where user_id = any(${read.array(ids)}::int[])`
  const disabled = statuses.filter(({ lk_user_status_id }) => lk_user_status_id === 2).map(({ user_id }) => user_id)
  expect(disabled.toSorted()).toEqual([disabledAgain, removed, refused].toSorted())
  const [row] = await read<{ state_before: object; state_after: object }>`
    select state_before, state_after from backoffice.bulk_run_row
    where bulk_run_id = ${await runOf(task_id)} and row_key = ${unverified}`
  expect(row).toMatchObject({
    state_before: { lk_user_status_id: 3, removed: false },
    state_after: { lk_user_status_id: 2, removed: false },
  })
  const [audit] = await read<{ after: object }>`
    select after from platform.audit_event where action = 'list.bulkUndo' order by audit_event_id desc limit 1`
  expect(audit!.after).toMatchObject({ action: 'deactivate', undoes: await runOf(task_id), rows: 9 })
  // The undo itself can't be undone, and the run not again.
  expect((await client.post('/user/task/undo', { task_id: body.task_id })).status).toBe(404)
  expect((await client.post('/user/task/undo', { task_id })).body.task_id).toBe(body.task_id)
})

test('undoing a removal restores the people, and needs the right to remove them', async () => {
  const ids = await addPeople(5, 'Restored')
  const admin = await addPerson({ role: 1 })
  const other = await app.as(admin)
  const { task_id } = (await start('last_name=exact:Restored', other, 'remove')).body
  await app.runJobs()
  const countLeft = async () =>
    (
      await read`
    select from identity.person where user_id = any(${read.array(ids)}::int[]) and deleted_at is null`
    ).length
  expect(await countLeft()).toBe(0)
  const grant = (granted: boolean) => read`
    insert into identity.permission (user_id, organization_id, key, granted)
    values (${admin}, 1, 'MANAGE_STUDENTS:DELETE', ${granted})
    on conflict (user_id, key) do update set granted = excluded.granted`
  await grant(false)
  expect((await other.post('/user/task/undo', { task_id })).status).toBe(403)
  await grant(true)
  // Without scripts it is a form on the tasks page.
  expect((await other.visit('/manage/tasks')).text).toContain(`name="undo" value="${task_id}"`)
  expect((await other.visit('/manage/tasks', { undo: String(task_id) })).status).toBe(303)
  await app.runJobs()
  expect(await countLeft()).toBe(5)
  expect((await other.visit('/manage/tasks')).text).not.toContain('name="undo"')
})

test('a run can be undone for seven days, and an action without an undo never', async () => {
  await addPeople(2, 'Late')
  const { task_id } = (await start('last_name=exact:Late')).body
  await app.runJobs()
  await read`update identity.task set undo_until = platform.now() where task_id = ${task_id}`
  expect((await client.post('/user/task/undo', { task_id })).status).toBe(404)
  const enabled = (await start('last_name=exact:Late', client, 'activate')).body.task_id
  await app.runJobs()
  expect(await taskOf(enabled)).toMatchObject({ state: 'done', undo_until: null })
  expect((await client.post('/user/task/undo', { task_id: enabled })).status).toBe(404)
})
