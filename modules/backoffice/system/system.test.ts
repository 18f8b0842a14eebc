import { beforeAll, describe, expect, it, vi } from 'vitest'
import { jobs } from '#jobs/index.ts'
import { type Client, openTestApp } from '#tests/support/app.ts'

const app = await openTestApp({ jobs: true })
let admin: Client
let otherOrganizationClient: Client
beforeAll(async () => {
  admin = await app.as(await app.userId('admin@example.com'))
  const [row] = await app.database.read<{ user_id: number }>`
    insert into identity.person (organization_id, lk_user_role_id, loginid, email, first_name, last_name, timezone)
    select organization_id, 1, 'sid@example.com', 'sid@example.com', 'Sid', 'Other', 'UTC'
    from identity.organization where code = 'LSD' returning user_id`
  otherOrganizationClient = await app.as(row!.user_id, 'LSD')
})

/** A permanently failed job, as stored in the queue. */
async function addDeadJob(name: string, data: object): Promise<string> {
  const [row] = await app.database.read<{ id: string }>`
    insert into queue.job (name, data, source_name, source_id, source_retry_count, source_output)
    values (${`${name}.dead`}, ${app.database.read.json(data)}, ${name}, gen_random_uuid(), 10,
            '{"message": "The other side was away."}')
    returning id::text`
  return row!.id
}
const waitingJobs = (name: string) => app.database.read<{ data: object }>`
  select data from queue.job where name = ${name} and state = 'created'`
const name = 'learning.report-completion'

describe('the status of the system', () => {
  it('shows the state of the database, the audit log and the jobs', async () => {
    await addDeadJob(name, { completion_id: 1 })
    const { status, body } = await admin.get('/system/status')
    expect(status).toBe(200)
    expect(body.status.migrations).toBeGreaterThan(50)
    expect(body.status.database_bytes).toBeGreaterThan(1_000_000)
    expect(body.jobs.find((job: { name: string }) => job.name === name)).toMatchObject({ dead: 1 })
    expect(body.dead[0]).toMatchObject({ name, tries: 11, reason: 'The other side was away.' })
  })

  it('shows the free space for stored files, and warns of a full disk in both languages', async () => {
    const { disk } = (await admin.get('/system/status')).body
    expect(disk.total_bytes).toBeGreaterThan(disk.free_bytes)
    const space = vi.spyOn(app.files, 'space')
    const pageOf = async (free_bytes: number, low: boolean) => {
      space.mockResolvedValue({ free_bytes, total_bytes: 100 * 1024 ** 3, low })
      return (await admin.visit('/manage/settings/system')).text
    }
    expect(await pageOf(60 * 1024 ** 3, false)).toContain('60 GB of 100 GB')
    expect(await pageOf(60 * 1024 ** 3, false)).not.toContain('almost full')
    expect(await pageOf(1024 ** 3, true)).toContain('almost full: 1 GB left')
    await admin.visit('/language', { locale: 'es-es' })
    expect(await pageOf(1024 ** 3, true)).toContain('casi lleno: quedan 1 GB')
    await admin.visit('/language', { locale: 'en-us' })
    space.mockRestore()
  })

  it('shows the processes with their last heartbeats, and which no longer respond, in both languages', async () => {
    await app.database.read`
      insert into platform.process (process_id, role, version, commit, machine, pid, port, seen_at)
      values (gen_random_uuid(), 'web', '1.2.3', '0123456789abcdef', 'one', 1, 3001, now()),
             (gen_random_uuid(), 'worker', '1.2.2', null, 'two', 1, 3009, now() - interval '1 hour')`
    const { processes } = (await admin.get('/system/status')).body
    expect(processes).toEqual([
      expect.objectContaining({ machine: 'one', role: 'web', version: '1.2.3', gone: false }),
      expect.objectContaining({ machine: 'two', role: 'worker', version: '1.2.2', gone: true }),
    ])
    const page = async () => (await admin.visit('/manage/settings/system')).text
    const english = await page()
    for (const text of ['one, port 3001', '1.2.3 (01234567)', 'It no longer responds.']) expect(english).toContain(text)
    await admin.visit('/language', { locale: 'es-es' })
    expect(await page()).toContain('Ya no responde.')
    await admin.visit('/language', { locale: 'en-us' })
  })

  it('shows the last run of every scheduled job, and those that never ran', async () => {
    await app.database.read`
      insert into platform.scheduled_run (name, started_at, ended_at, failure)
      values ('learning.sweep-reports', now() - interval '7 seconds', now(), 'The agency was away.')`
    const { scheduled } = (await admin.get('/system/status')).body
    const declared = jobs.filter(({ every }) => every).map(({ name, every }) => [name, every])
    expect(scheduled.map((job: { name: string; cron: string }) => [job.name, job.cron])).toEqual(declared.toSorted())
    const scheduledJob = scheduled.find((job: { name: string }) => job.name === 'learning.sweep-reports')
    expect(scheduledJob).toMatchObject({ failure: 'The agency was away.' })
    expect(Date.parse(scheduledJob.ended_at) - Date.parse(scheduledJob.started_at)).toBe(7_000)
    expect(scheduled.filter((job: { started_at: string | null }) => job.started_at === null)).toHaveLength(
      declared.length - 1,
    )
    const { text } = await admin.visit('/manage/settings/system')
    for (const words of ['The agency was away.', 'Schedule (UTC)', 'platform.seal-audit']) expect(text).toContain(words)
  })

  it('retries a permanently failed job once with its data', async () => {
    const job_id = await addDeadJob(name, { completion_id: 77 })
    const copies = await Promise.all(Array.from({ length: 8 }, () => admin.post('/system/runJob', { job_id })))
    expect(copies.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(404)])
    expect((await waitingJobs(name)).map(({ data }) => data)).toEqual([{ completion_id: 77 }])
    const { body } = await admin.get('/system/status')
    expect(body.dead.map((job: { job_id: string }) => job.job_id)).not.toContain(job_id)
    const [event] = await app.database.read`
      select from platform.audit_event where action = 'system.run-job' and subject = ${`job:${job_id}`}`
    expect(event).toBeDefined()
  })

  it('refuses to retry a job that has not failed', async () => {
    await app.database.read`
      insert into queue.job (name, data) values ('learning.sweep-reports', '{}')`
    const [other] = await app.database.read<{ id: string }>`
      select id::text from queue.job where name = 'learning.sweep-reports' limit 1`
    expect((await admin.post('/system/runJob', { job_id: other!.id })).status).toBe(404)
    expect((await admin.post('/system/runJob', { job_id: 'x' })).status).toBe(400)
  })

  it('shows the state of emails, gateways and storage', async () => {
    await app.database.read`
      insert into platform.outgoing_email (recipient_hash, name, kind) values ('x', 'identity.welcome', 'security')`
    await app.database.read`
      insert into queue.job (name, data, state, started_on, output)
      values ('checkout.send-receipt', '{}', 'retry', now() - interval '1 minute', '{"message": "The mail server was away."}'),
             ('checkout.send-receipt', '{}', 'retry', now() - interval '1 hour', '{"message": "Older."}')`
    const { body } = await admin.get('/system/status')
    expect(body.mail).toMatchObject({ sent_hour: 1, retrying: 2, failed_reason: 'The mail server was away.' })
    expect(Date.parse(body.mail.sent_at)).toBeGreaterThan(Date.parse(body.mail.failed_at))
    expect(body.media.files).toBeGreaterThan(0)
    expect(body.media.bytes).toBeGreaterThan(0)
    const { text } = await admin.visit('/manage/settings/system')
    for (const words of ['The mail server was away.', 'Course media', 'Being retried']) expect(text).toContain(words)
  })

  it('is visible only to Admins of the operating organization, whatever permissions others have', async () => {
    const student = await app.as(await app.userId('student@example.com'))
    const [row] = await app.database.read<{ user_id: number }>`
      insert into identity.person (organization_id, lk_user_role_id, loginid, email, first_name, last_name, timezone)
      values (1, 2, 'ike@example.com', 'ike@example.com', 'Ike', 'Instructor', 'UTC') returning user_id`
    for (const key of ['MANAGE_SETTINGS:READ', 'MANAGE_SETTINGS:UPDATE'])
      await app.database.read`
        insert into identity.permission (user_id, organization_id, key, granted)
        values (${row!.user_id}, 1, ${key}, true)`
    for (const [client, expected] of [
      [otherOrganizationClient, 404],
      [await app.as(row!.user_id), 403],
      [student, 403],
      [app.visitor(), 401],
    ] as const) {
      expect((await client.get('/system/status')).status).toBe(expected)
      expect((await client.post('/system/runJob', { job_id: crypto.randomUUID() })).status).toBe(expected)
    }
  })

  it('retries a job from the page', async () => {
    const job_id = await addDeadJob(name, { completion_id: 78 })
    expect((await admin.visit('/manage/settings/system')).text).toContain('The other side was away.')
    const response = await admin.visit('/manage/settings/system', { job_id })
    expect([response.status, response.headers.get('location')]).toEqual([303, '/manage/settings/system'])
  })
})
