import { expect, test } from 'vitest'
import { longExportRows } from '#platform/grid/long-list.shared.ts'
import { openTestApp } from '#tests/support/app.ts'
import { readSheet } from '#tests/support/read-sheet.ts'
import { carryOutExport } from './long-export.ts'

const app = await openTestApp({ jobs: true })
const { read } = app.database
const system = await app.ctx({ kind: 'system', name: 'test' })

/** Enough keys for a background export, and one of another course. */
await app.database.tx(async (sql) => {
  await sql`set local statement_timeout = 0`
  const [batch] = await sql<{ authorization_key_batch_id: number; admin: number }>`
    insert into checkout.authorization_key_batch ${sql(await anyBatch())} returning authorization_key_batch_id`
  await sql`
    insert into checkout.authorization_key (organization_id, authorization_key_batch_id, course_website_id, course_id,
                                            course_name, code_hash, last_group)
    select 1, ${batch!.authorization_key_batch_id}, 1001, 1, case when n = 0 then 'Alone' else 'Many' end,
           sha256(n::text::bytea), lpad((n % 10000)::text, 4, '0')
    from generate_series(0, ${longExportRows}::int - 1) n`
})

async function anyBatch(): Promise<Record<string, unknown>> {
  const columns = await read<{ column_name: string }>`
    select column_name from information_schema.columns
    where table_schema = 'checkout' and table_name = 'authorization_key_batch' and is_nullable = 'NO'
      and column_default is null and is_identity = 'NO'`
  const samples: Record<string, unknown> = {
    organization_id: 1,
    course_website_id: 1001,
    course_id: 1,
    course_name: 'Many',
    quantity: 10,
    request_id: '00000000-0000-4000-8000-000000000001',
    created_by: await app.userId('admin@example.com'),
  }
  const needed = Object.fromEntries(columns.map(({ column_name }) => [column_name, samples[column_name] ?? 1]))
  // A batch has a person or a client as its creator, so neither column is required.
  return { ...needed, created_by: samples.created_by }
}

const client = await app.as(await app.userId('admin@example.com'))
const newestTask = async () => (await client.get('/user/task/fetch')).body.tasks[0]

test('T-23: a list of 50,000 rows is exported once in the background; a short one is exported during that time', async () => {
  const short = await client.get('/authorizationKeys/exportData?course_name=exact:Alone')
  expect(short.status).toBe(200)
  expect((await readSheet(short.bytes)).rows).toHaveLength(1)
  const page = await client.get('/authorizationKeys/exportData?singlePage=1&limit=10')
  expect((await readSheet(page.bytes)).rows).toHaveLength(10)
  const long = await client.get('/authorizationKeys/exportData')
  expect([long.status, long.body.code]).toEqual([409, 'EXPORT_IN_BACKGROUND'])
  const { task_id } = await newestTask()
  expect((await client.get('/authorizationKeys/exportData')).status).toBe(409)
  expect((await newestTask()).task_id).toBe(task_id)
  const dyingCtx = { ...system, tx: () => Promise.reject(new Error('killed')) } as typeof system
  await expect(carryOutExport(dyingCtx, task_id)).rejects.toThrow('killed')
  await app.runJobs()
  const task = await newestTask()
  expect(task).toMatchObject({
    state: 'done',
    title: expect.stringContaining('Export of'),
    summary: 'Rows: 50,000.',
    file: { name: 'AuthorizationKeys.xlsx' },
  })
  expect((await client.get('/user/notification/fetch/')).body.data.general.total).toBe(1)
  const file = await client.get(`/user/task/${task_id}/file`)
  expect(file.status).toBe(200)
  expect(file.bytes.length).toBe(task.file.size)
  // It may be a week old, and its requester may have lost access to the list since.
  const admin = await app.userId('admin@example.com')
  await read`
    insert into identity.permission (user_id, organization_id, key, granted)
    values (${admin}, 1, 'MANAGE_AUTHORIZATION_KEYS:READ', false)`
  expect((await client.get(`/user/task/${task_id}/file`)).status).toBe(403)
  await read`delete from identity.permission where user_id = ${admin} and key = 'MANAGE_AUTHORIZATION_KEYS:READ'`
})

test('T-23: a person who lost access to the list gets no file', async () => {
  const loginid = 'exporter@example.com'
  const [row] = await read<{ user_id: number }>`
    insert into identity.person (organization_id, lk_user_role_id, loginid, email)
    values (1, 1, ${loginid}, ${loginid}) returning user_id`
  const other = await app.as(row!.user_id)
  expect((await other.get('/authorizationKeys/exportData')).status).toBe(409)
  await read`
    insert into identity.permission (user_id, organization_id, key, granted)
    values (${row!.user_id}, 1, 'MANAGE_AUTHORIZATION_KEYS:READ', false)`
  await app.runJobs()
  const [task] = (await other.get('/user/task/fetch')).body.tasks
  expect(task).toMatchObject({ state: 'failed', file: null, summary: expect.stringContaining('no longer') })
  expect((await client.get(`/user/task/${task.task_id}/file`)).status).toBe(404)
})

test('a report of 50,000 rows runs in the background, too', async () => {
  const { status, body } = await client.get('/report/run/authorization-keys?format=csv')
  expect([status, body.code]).toEqual([409, 'REPORT_IN_BACKGROUND'])
  await app.runJobs()
  expect(await newestTask()).toMatchObject({ state: 'done', rows_done: longExportRows })
  const preview = (await client.get('/report/preview/authorization-keys')).body
  expect(preview).toMatchObject({
    count: longExportRows,
    count_more: true,
    totals: [{ value: '50,000' }, { value: '0' }],
  })
  expect((await client.get('/report/run/authorization-keys?format=csv&course_id=Alone')).status).toBe(200)
})

test('without scripts the export button is a form for a long list and a link for a short one', async () => {
  const page = (await client.visit('/manage/authorizationKeys')).text
  expect(page).toContain('action="/manage/tasks"')
  expect(page).not.toContain('exportData?export=xlsx"')
  const form = { call: '/authorizationKeys/exportData', query: 'export=xlsx' }
  const long = await client.visit('/manage/tasks', form)
  expect([long.status, long.headers.get('location')]).toEqual([303, '/manage/tasks'])
  expect((await newestTask()).state).toBe('waiting')
  const short = await client.visit('/manage/tasks', { ...form, query: 'export=xlsx&course_name=exact:Alone' })
  expect(short.headers.get('location')).toBe('/api/authorizationKeys/exportData?export=xlsx&course_name=exact%3AAlone')
  const unknown = await client.visit('/manage/tasks', { ...form, call: '/nothing' })
  expect(unknown.headers.get('location')).toBe('/404')
  expect((await client.visit('/manage/authorizationKeys?course_name=exact:Alone')).text).toContain('exportData?')
})
