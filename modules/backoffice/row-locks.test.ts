import { expect, test } from 'vitest'
import { openTestApp } from '#tests/support/app.ts'
import { inTurn, takesTurns } from '#tests/support/in-turn.ts'
import { lockOpenRow as lockBulkRow, lockRunOfTask } from './bulk/bulk-run.sql.ts'
import { lockDue } from './reports/schedule.sql.ts'
import { addTile } from './tiles/tiles.ts'
import { lockCreatedRow, lockOpenRow } from './uploads/upload.sql.ts'

/** Steps two transactions over locks of bulk actions, schedules, uploads and tiles; tests/locks.txt names them. */
const app = await openTestApp()
const { read } = app.database
const user_id = await app.userId('admin@example.com')
const admin = await app.ctx(await app.actorOf(user_id))
const system = await app.ctx({ kind: 'system', name: 'test' })

test('one worker at a time handles a bulk run, and each of its rows', async () => {
  const task = { organization_id: 1, user_id, kind: 'test.task', title_en: 'Test', title_es: 'Prueba' }
  const [newTask] = await read<{ task_id: number }>`insert into identity.task ${read(task)} returning task_id`
  const { task_id } = newTask!
  const run = { organization_id: 1, user_id, site_id: 1, grid: 'student/fetch', action: 'disable', query: '' }
  const [started] = await read<{ bulk_run_id: number }>`
    insert into backoffice.bulk_run ${read({ ...run, locale: 'en-us', rows_total: 1, task_id })} returning bulk_run_id`
  const { bulk_run_id } = started!
  await read`
    insert into backoffice.bulk_run_row (bulk_run_id, organization_id, row_number, row_key)
    values (${bulk_run_id}, 1, 1, ${user_id})`
  expect(await takesTurns(system, (inner) => lockRunOfTask(inner, task_id))).toBe(true)
  expect(await takesTurns(system, (inner) => lockBulkRow(inner, bulk_run_id, 1))).toBe(true)
})

test('skips a due schedule that another worker holds', async () => {
  const schedule = { organization_id: 1, created_by: user_id, report: 'enrollments', format: 'csv', repeats: 'daily' }
  const at = {
    at_time: '07:00',
    time_zone: 'America/New_York',
    next_at: new Date(0),
    recipients: read.array([user_id]),
  }
  const [reportSchedule] = await read<{ report_schedule_id: number }>`
    insert into backoffice.report_schedule ${read({ ...schedule, ...at })} returning report_schedule_id`
  const schedules = await inTurn(system, lockDue, () => system.tx(lockDue))
  expect(schedules).toMatchObject({ first: reportSchedule!, second: null, waited: false })
})

test('skips a row of an upload that another worker holds', async () => {
  const upload = { organization_id: 1, user_id, site_id: 1, digest: 'a'.repeat(64) }
  const [studentUpload] = await read<{ student_upload_id: number }>`
    insert into backoffice.student_upload ${read({ ...upload, columns: read.json([]) })} returning student_upload_id`
  const { student_upload_id } = studentUpload!
  await read`
    insert into backoffice.student_upload_row (student_upload_id, organization_id, row_number, cells)
    values (${student_upload_id}, 1, 1, '[]')`
  const open = (inner: typeof system) => lockOpenRow(inner, { student_upload_id, columns: [] }, 1)
  const opened = await inTurn(system, open, () => system.tx(open))
  expect(opened).toMatchObject({ first: { row_number: 1 }, second: null, waited: false })
  await read`
    update backoffice.student_upload_row set outcome = 'new', user_id = ${user_id}, done_at = platform.now()
    where student_upload_id = ${student_upload_id}`
  const undo = (inner: typeof system) => lockCreatedRow(inner, student_upload_id, 1)
  const undone = await inTurn(system, undo, () => system.tx(undo))
  expect(undone).toMatchObject({ first: { user_id }, second: null, waited: false })
})

test('tiles that are added at the same time have different positions', async () => {
  const add = (lk_user_tile_type_id: number) => ({ application_path: 'students', lk_user_tile_type_id })
  await addTile.run(admin, add(1))
  await read`delete from backoffice.user_tile where user_id = ${user_id} and lk_user_tile_type_id <> 1`
  await read`update backoffice.user_tile set position = 1 where user_id = ${user_id}`
  await inTurn(
    admin,
    (inner) => addTile.run(inner, add(2)),
    () => addTile.run(admin, add(3)),
  )
  const rows = await read<{ position: number }>`
    select position from backoffice.user_tile where user_id = ${user_id} order by position`
  expect(rows.map(({ position }) => position)).toEqual([1, 2, 3])
})
