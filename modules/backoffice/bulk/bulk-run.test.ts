import { expect, test, vi } from 'vitest'
import { errors } from '#platform/errors.ts'
import { maxMatching } from '#platform/grid/bulk-matching.ts'
import type { AnyGrid } from '#platform/grid/grid.ts'
import { gridList, nameOfGrid } from '#platform/grid/grid-keeper.ts'
import { openTestApp } from '#tests/support/app.ts'
import { processBulkRun } from './process-bulk-run.ts'

const app = await openTestApp({ jobs: true })
const { read } = app.database
const system = await app.ctx({ kind: 'system', name: 'test' })
const client = await app.as(await app.userId('admin@example.com'))

let counter = 0
async function addPerson({ role = 3, organization_id = 1, last_name = 'Person', status = 1 } = {}): Promise<number> {
  const loginid = `bulk${++counter}@example.com`
  const [row] = await read<{ user_id: number }>`
    insert into identity.person (organization_id, lk_user_role_id, loginid, email, first_name, last_name, lk_user_status_id)
    values (${organization_id}, ${role}, ${loginid}, ${loginid}, 'Bulk', ${last_name}, ${status})
    returning user_id`
  return row!.user_id
}
const addPeople = (n: number, last_name: string, status = 1) =>
  Promise.all(Array.from({ length: n }, () => addPerson({ last_name, status })))
const start = (query: string, overrides: object = {}, caller = client, action = 'deactivate') =>
  caller.post('/student/bulk/all', { action, query, ...(action === 'deactivate' && { reason: 'Left.' }), ...overrides })
const taskOf = async (task_id: number, caller = client) => (await caller.get(`/user/task/${task_id}`)).body.task
const statusesOf = async (ids: readonly number[]) =>
  (
    await read<{ lk_user_status_id: number }>`
      select lk_user_status_id from identity.person where user_id = any(${read.array(ids)}::int[]) order by user_id`
  ).map(({ lk_user_status_id }) => lk_user_status_id)
const runOf = async (task_id: number) =>
  (await read<{ bulk_run_id: number }>`select bulk_run_id from backoffice.bulk_run where task_id = ${task_id}`)[0]!
    .bulk_run_id
const audited = async (ids: readonly number[]) =>
  (
    await read<{ n: number }>`
      select count(*)::int as n from platform.audit_event
      where action = 'user.deactivate' and subject_user_id = any(${read.array(ids)}::int[])`
  )[0]!.n
const bells = async () => (await client.get('/user/notification/fetch/')).body.data.general.total

test('one job changes the rows that matched at the request, audits each and sends one notification', async () => {
  const ids = await addPeople(120, 'Matching')
  const rung = await bells()
  const response = await start('last_name=exact:Matching&lk_user_status_id=exact:1', { rows: 120 })
  expect(response.body).toMatchObject({ rows: 120, message: expect.stringContaining('120') })
  // Rows added later are not included, and missing ones are reported separately.
  const laterId = await addPerson({ last_name: 'Matching' })
  await read`update identity.person set deleted_at = platform.now() where user_id = ${ids[7]!}`
  await read`update identity.person set lk_user_status_id = 2 where user_id = ${ids[8]!}`
  expect(await taskOf(response.body.task_id)).toMatchObject({ state: 'waiting', rows_done: 0, rows_total: 120 })
  await app.runJobs()
  expect(await taskOf(response.body.task_id)).toMatchObject({
    state: 'done',
    rows_done: 120,
    title: 'Disable: Students',
    summary: 'Done: 118 of 120. Not done: 2. The file lists them with the reasons.',
  })
  const changedIds = ids.filter((id) => id !== ids[7])
  expect(new Set(await statusesOf(changedIds))).toEqual(new Set([2]))
  expect(await statusesOf([laterId, ids[7]!])).toEqual([1, 1].toSorted())
  expect(await audited(ids)).toBe(118)
  expect((await bells()) - rung).toBe(1)
  const file = await client.get(`/user/task/${response.body.task_id}/file`)
  const lines = file.text.trim().split('\r\n').slice(1).toSorted()
  expect(lines).toEqual(
    [
      `${ids[7]},,"This row is gone, or you can't see it anymore."`,
      `${ids[8]},Bulk Matching,This action doesn't apply to the row as it is now.`,
    ].toSorted(),
  )
  const [row] = await read<{ after: object }>`
    select after from platform.audit_event where action = 'list.bulk' order by audit_event_id desc limit 1`
  expect(row!.after).toMatchObject({ grid: 'student/fetch', action: 'deactivate', rows: 120 })
})

test('a double submit starts one run, a second action on the list waits, and a killed worker changes each row once', async () => {
  const ids = await addPeople(60, 'Killed')
  const query = 'last_name=exact:Killed'
  const presses = await Promise.all([start(query), start(query), start(query)])
  expect(new Set(presses.map(({ status, body }) => `${status} ${body.task_id} ${body.rows}`)).size).toBe(1)
  const { task_id } = presses[0]!.body
  expect((await start(query, {}, client, 'activate')).body.code).toBe('BULK_RUNNING')
  const id = await runOf(task_id)
  let transactionsLeft = 20
  const dyingCtx = (ctx: typeof system): typeof system => ({
    ...ctx,
    as: (change) => dyingCtx(ctx.as(change)),
    tx: (work) => (--transactionsLeft < 0 ? Promise.reject(new Error('killed')) : ctx.tx(work)),
  })
  await expect(processBulkRun(dyingCtx(system), id)).rejects.toThrow('killed')
  const half = await audited(ids)
  expect(half).toBeGreaterThan(0)
  expect(half).toBeLessThan(60)
  // The page polls the progress again after a reload.
  expect((await client.visit('/manage/students')).text).toContain('Disable: Students: running')
  await Promise.all([processBulkRun(system, id), processBulkRun(system, id)])
  await app.runJobs()
  expect(await audited(ids)).toBe(60)
  expect(new Set(await statusesOf(ids))).toEqual(new Set([2]))
  expect(await taskOf(task_id)).toMatchObject({ state: 'done', summary: 'Done: 60 of 60.', file: null })
  expect((await client.visit('/manage/students')).text).not.toContain('Disable: Students: running')
  // It has ended, so the same order starts a new run, which finds nothing left to do.
  const response = await start(query)
  expect(response.body.task_id).not.toBe(task_id)
  await app.runJobs()
  expect((await taskOf(response.body.task_id)).summary).toContain('Done: 0 of 60.')
})

test('a row that fails only because the server is busy is retried instead of refused', async () => {
  const ids = await addPeople(6, 'Busy')
  const { task_id } = (await start('last_name=exact:Busy')).body
  const id = await runOf(task_id)
  const grid = (system.use(gridList)() as readonly AnyGrid[]).find((each) => nameOfGrid(each) === 'student/fetch')!
  const { operation } = (grid.actions ?? []).find(({ name }) => name === 'deactivate')!
  const run = vi.spyOn(operation, 'run').mockRejectedValueOnce(errors.busy())
  await expect(processBulkRun(system, id)).rejects.toMatchObject({ kind: { status: 503 } })
  run.mockRestore()
  await processBulkRun(system, id)
  expect(new Set(await statusesOf(ids))).toEqual(new Set([2]))
  expect(await taskOf(task_id)).toMatchObject({ state: 'done', summary: 'Done: 6 of 6.' })
})

test('rechecks permissions while it runs, and refuses the remaining rows with one summary', async () => {
  const ids = await addPeople(100, 'Rights')
  const admin = await addPerson({ role: 1 })
  const other = await app.as(admin)
  const { task_id } = (await start('last_name=exact:Rights', {}, other)).body
  const revoke = () => read`
    insert into identity.permission (user_id, organization_id, key, granted)
    values (${admin}, 1, 'MANAGE_STUDENTS:UPDATE', false)`
  let rows = 0
  const watched = (ctx: typeof system): typeof system => ({
    ...ctx,
    as: (change) => watched(ctx.as(change)),
    tx: async (work) => {
      if (++rows === 30) await revoke()
      return ctx.tx(work)
    },
  })
  await processBulkRun(watched(system), await runOf(task_id))
  // Permissions are checked once per batch of rows.
  expect(await audited(ids)).toBe(48)
  expect(await taskOf(task_id, other)).toMatchObject({
    state: 'done',
    summary: expect.stringContaining('Done: 48 of 100.'),
  })
  // The file is refused, too: it names people affected by the action.
  expect((await other.get(`/user/task/${task_id}/file`)).status).toBe(403)
})

test('the person who started a run can stop it: finished rows stay, the rest are listed as skipped', async () => {
  const ids = await addPeople(60, 'Stopped')
  const { task_id } = (await start('last_name=exact:Stopped')).body
  const id = await runOf(task_id)
  const colleague = await app.as(await addPerson({ role: 1 }))
  expect((await colleague.post('/user/task/stop', { task_id })).status).toBe(404)
  let rows = 0
  const stopping = (ctx: typeof system): typeof system => ({
    ...ctx,
    as: (change) => stopping(ctx.as(change)),
    tx: async (work) => {
      if (++rows === 9) expect((await client.post('/user/task/stop', { task_id })).status).toBe(200)
      return ctx.tx(work)
    },
  })
  await processBulkRun(stopping(system), id)
  await app.runJobs()
  const finishedCount = await audited(ids)
  expect([finishedCount > 0, finishedCount < 60]).toEqual([true, true])
  expect(await taskOf(task_id)).toMatchObject({
    state: 'done',
    summary: expect.stringContaining(`Done: ${finishedCount} of 60.`),
  })
  expect((await client.get(`/user/task/${task_id}/file`)).text).toContain('You stopped the action before this row.')
  expect((await client.post('/user/task/stop', { task_id })).status).toBe(404)
  // Without scripts it is a form on the tasks page.
  const next = (await start('last_name=exact:Stopped')).body.task_id
  expect((await client.visit('/manage/tasks', { stop: String(next) })).status).toBe(303)
  await app.runJobs()
  expect((await taskOf(next)).summary).toContain('Done: 0 of 60.')
})

test('T-22: refuses an action that the list or the person does not allow, and starts nothing', async () => {
  const person = await addPerson({ last_name: 'Refused' })
  const listRuns = () => read`select from backoffice.bulk_run`
  const before = (await listRuns()).length
  const code = async (...args: Parameters<typeof start>) => {
    const { status, body } = await start(...args)
    return [status, body.code]
  }
  expect(await code('last_name=exact:Nobody')).toEqual([409, 'BULK_NO_ROWS'])
  await addPerson({ last_name: 'Refused' })
  expect(await code('last_name=exact:Refused', { rows: 1 })).toEqual([409, 'BULK_LIST_CHANGED'])
  expect(await code('password_hash=exact:a')).toEqual([400, 'INVALID'])
  expect(await code('last_name=gte:a')).toEqual([400, 'INVALID'])
  expect(await code('', {}, client, 'destroy')).toEqual([400, 'INVALID'])
  expect((await client.post('/course/bulk/all', { action: 'export', query: '' })).status).toBe(400)
  const reader = await addPerson({ role: 2 })
  await read`
    insert into identity.permission (user_id, organization_id, key, granted)
    values (${reader}, 1, 'MANAGE_STUDENTS:UPDATE', false), (${reader}, 1, 'MANAGE_STUDENTS:DELETE', false)`
  expect(await code('', {}, await app.as(reader))).toEqual([403, 'FORBIDDEN'])
  expect(await code('', {}, await app.as(person))).toEqual([403, 'FORBIDDEN'])
  expect((await listRuns()).length).toBe(before)
})

test('T-20: a run changes no other organization, and only its author sees its task and file', async () => {
  // The Academy is below the root, and the test's own school is its sibling.
  const [first, other] = await read<{ organization_id: number; code: string }>`
    with beside as (insert into identity.organization (organization_id, code, name) values (901, 'BSD', 'Beside')
                    returning organization_id, code)
    select organization_id, code from identity.organization where organization_id = 2
    union all select organization_id, code from beside`
  const strangers = await Promise.all(
    [1, other!.organization_id].map((organization_id) => addPerson({ last_name: 'Reach', organization_id })),
  )
  const person = await addPerson({ last_name: 'Reach', organization_id: first!.organization_id })
  const admin = await app.as(await addPerson({ role: 1, organization_id: first!.organization_id }), first!.code)
  const response = await start('last_name=exact:Reach', {}, admin)
  expect(response.body.rows).toBe(1)
  // A recorded row that is now out of scope is refused like a missing one.
  const id = await runOf(response.body.task_id)
  await read`
    insert into backoffice.bulk_run_row (bulk_run_id, organization_id, row_number, row_key)
    select ${id}, ${first!.organization_id}, 1 + place, key
    from unnest(${read.array(strangers)}::int[]) with ordinality as s (key, place)`
  await app.runJobs()
  expect(await statusesOf(strangers)).toEqual([1, 1])
  expect(await statusesOf([person])).toEqual([2])
  const { body } = response
  const colleague = await app.as(await addPerson({ role: 1, organization_id: first!.organization_id }), first!.code)
  expect((await colleague.get(`/user/task/${body.task_id}`)).status).toBe(404)
  expect((await colleague.get(`/user/task/${body.task_id}/file`)).status).toBe(404)
})

test('without scripts a page confirms the action on all matching rows before it starts', async () => {
  const ids = await addPeople(12, 'Plain')
  const at = '/manage/students?last_name=exact%3APlain'
  const page = (await client.visit(at)).text
  expect(page).toContain('name="matching"')
  const query = 'last_name=exact%3APlain'
  const response = await client.visit(at, { action: 'deactivate', matching: '1', query })
  expect(response.headers.get('location')).toBe(`${at}&ask=deactivate%3Aall`)
  expect(await statusesOf(ids)).toEqual(ids.map(() => 1))
  const question = (await client.visit(`${at}&ask=deactivate%3Aall`)).text
  expect(question).toContain('All rows that match your search and filters: 12.')
  expect(question).toContain('name="rows" value="12"')
  const form = { action: 'deactivate', matching: '1', confirmed: '1', query, rows: '12', reason: 'Left.' }
  expect((await client.visit(`${at}&ask=deactivate%3Aall`, form)).headers.get('location')).toBe(at)
  await app.runJobs()
  expect(await statusesOf(ids)).toEqual(ids.map(() => 2))
})

test('T-23: accepts 50,000 rows in one run, and refuses 50,001 before it starts', async () => {
  await read`
    insert into identity.person (organization_id, lk_user_role_id, loginid, email, first_name, last_name)
    select 1, 3, 'many' || n || '@example.com', 'many' || n || '@example.com', 'Bulk', 'Many'
    from generate_series(1, ${maxMatching + 1}::int) n`
  const refusedResponse = await start('last_name=exact:Many')
  expect([refusedResponse.status, refusedResponse.body.code]).toEqual([422, 'BULK_TOO_MANY_ROWS'])
  await read`update identity.person set deleted_at = platform.now() where loginid = 'many1@example.com'`
  const response = await start('last_name=exact:Many', { rows: maxMatching })
  expect(response.body).toMatchObject({ rows: maxMatching })
  expect(await taskOf(response.body.task_id)).toMatchObject({ state: 'waiting', rows_total: maxMatching })
})
