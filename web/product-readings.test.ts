import { expect, test } from 'vitest'
import { productMetrics } from '#platform/metrics/metrics.ts'
import { openTestApp } from '#tests/support/app.ts'
import { openOwner } from '#tests/support/owner.ts'
import { records } from '#tests/support/records.ts'
import { openReadingCtx, readProduct } from './product-readings.ts'

const app = await openTestApp({ jobs: true })
const read = async () => {
  const readings = await readProduct(openReadingCtx(app.services), 'web')
  return {
    names: readings.map(({ name }) => name),
    readingOf: (name: string, labels?: Record<string, string>) =>
      readings.find(
        (reading) =>
          reading.name === name &&
          (!labels || Object.entries(labels).every(([key, value]) => reading.labels?.[key] === value)),
      )?.value,
  }
}

test('reads jobs, emails and seals of all organizations, and explains each number', async () => {
  await app.database.read`
    insert into queue.job (name, data, start_after, created_on)
    values ('checkout.send-receipt', '{}', now() - interval '90 seconds', now() - interval '2 minutes')`
  await app.database.read`
    insert into queue.job (name, data, source_name) values ('learning.report-completion.dead', '{}', 'learning.report-completion')`
  const { names, readingOf } = await read()
  for (const name of names) expect(Object.keys(productMetrics)).toContain(name)
  expect(readingOf('waypost_jobs_waiting', { job_name: 'checkout.send-receipt' })).toBe(1)
  expect(readingOf('waypost_jobs_late_seconds', { job_name: 'checkout.send-receipt' })).toBeGreaterThanOrEqual(90)
  expect(readingOf('waypost_jobs_dead', { job_name: 'learning.report-completion' })).toBe(1)
  expect(readingOf('waypost_emails_owed')).toBe(1)
  expect(readingOf('waypost_emails_oldest_seconds')).toBeGreaterThanOrEqual(120)
  expect(readingOf('waypost_info')).toBe(1)
  expect(readingOf('waypost_quarantine')).toBe(0)
})

test('counts living processes by role and version', async () => {
  await app.database.read`
    insert into platform.process (process_id, role, version, machine, pid, port, seen_at)
    values (gen_random_uuid(), 'web', '9.0.0', 'a', 1, 1, now()), (gen_random_uuid(), 'web', '9.0.0', 'b', 1, 1, now()),
           (gen_random_uuid(), 'web', '8.0.0', 'c', 1, 1, now() - interval '1 hour')`
  const { readingOf } = await read()
  expect(readingOf('waypost_processes', { role: 'web', version: '9.0.0' })).toBe(2)
  expect(readingOf('waypost_processes', { role: 'web', version: '8.0.0' })).toBeUndefined()
})

test('the age of the newest backup is known, and WAL only with a receiver', async () => {
  const none = await read()
  expect(none.readingOf('waypost_backup_ended_timestamp_seconds')).toBe(0)
  expect(none.names).not.toContain('waypost_backup_wal_bytes')
  await app.database.read`
    insert into platform.backup (backup_id, ended_at, bytes)
    values ('a', '2026-11-26T02:00:00Z', 1), ('b', '2026-11-27T02:00:00Z', 1)`
  const { readingOf } = await read()
  expect(readingOf('waypost_backup_ended_timestamp_seconds')).toBe(Date.parse('2026-11-27T02:00:00Z') / 1000)
})

test('counts owed, late and rejected reports by agency', async () => {
  const before = await read()
  const owner = await openOwner(app)
  const student_course_id = Number((await records.player(app, owner)).studentCourseId)
  const [course] = await app.database.read<{ organization_id: number }>`
    select organization_id from learning.student_course where student_course_id = ${student_course_id}`
  const { organization_id } = course!
  const add = (agency: string, state: string, due: string) => app.database.read`
    insert into learning.completion_report (organization_id, student_course_id, number, agency, state_code, record, state, due_at)
    values (${organization_id}, ${student_course_id}, 1, ${agency}, 'FL', '{}', ${state}, platform.now() + ${due}::text::interval)`
  await add('trial-late', 'retry', '-1 hour')
  await add('trial-due', 'due', '1 hour')
  await add('trial-no', 'rejected', '-1 hour')
  const { readingOf } = await read()
  expect(before.readingOf('waypost_reports_owed', { agency: 'trial-late' })).toBeUndefined()
  const numbers = (agency: string) =>
    ['owed', 'late', 'rejected'].map((state) => readingOf(`waypost_reports_${state}`, { agency }))
  expect(numbers('trial-late')).toEqual([1, 1, 0])
  expect(numbers('trial-due')).toEqual([1, 0, 0])
  expect(numbers('trial-no')).toEqual([0, 0, 1])
})
