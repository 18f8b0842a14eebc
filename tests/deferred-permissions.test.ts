import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { jobs } from '#jobs/index.ts'
import { openJobCtx } from '#jobs/worker.ts'
import { startExport } from '#modules/backoffice/entry.ts'
import { uploadStore } from '#modules/catalogue/media/upload-store.ts'
import { roleId, userStatus } from '#modules/identity/people/roles.ts'
import { readSources } from '#platform/checks/source.ts'
import { type Client, openTestApp } from './support/app.ts'
import { type Owner, openOwner } from './support/owner.ts'
import { ok } from './support/path.ts'
import { type Ids, records } from './support/records.ts'

const app = await openTestApp({ jobs: true })
const { read } = app.database

/** The staff member who requests the work, a student with a course, and the work's records. */
type ActorCase = { asker_id: number; client: Client; owner: Owner; ids: Ids }
type Work = {
  /** The files that act on the person's behalf. */
  by: string | readonly string[]
  /** The records that the work needs, created before it is requested. */
  prepare?: (later: Omit<ActorCase, 'ids'>) => Promise<Ids>
  ask: (later: ActorCase) => Promise<unknown>
  /** The work's effect on the student or course: 0 for none. */
  effect: (later: ActorCase) => Promise<number>
  /** Runs between the change to the person and the jobs. */
  run?: () => Promise<void>
}

const countOf = async (rows: Promise<readonly { n: number }[]>) => (await rows)[0]!.n
const filesOf = async ({ asker_id }: ActorCase): Promise<Buffer[]> => {
  const rows = await read<{ file_key: string }>`
    select file_key from identity.task where user_id = ${asker_id} and file_key is not null`
  return Promise.all(rows.map(async ({ file_key }) => bytesOf(file_key)))
}
const bytesOf = async (key: string) => Buffer.from(await new Response((await app.files.open(key)).stream).arrayBuffer())
/** The requester's files that name the student. */
const named = async (later: ActorCase) =>
  (await filesOf(later)).filter((bytes) => bytes.toString('utf8').includes(later.owner.lastName)).length

const newcomer = () => `new${randomUUID().slice(0, 8)}@example.com`
async function upload({ client }: Pick<ActorCase, 'client'>): Promise<Ids> {
  const email = newcomer()
  const rows = [
    ['First_Name', 'Last_Name', 'Email'],
    ['New', 'Comer', email],
  ]
  const { digest, student_upload_id } = ok(await client.post('/student/verifyUploadData', { rows })).data
  return { digest, student_upload_id, email }
}
const startUpload = async ({ client, ids: { digest, student_upload_id } }: Pick<ActorCase, 'client' | 'ids'>) =>
  ok(
    await client.post('/student/uploadStudents', {
      student_upload_id,
      digest,
      organization: 1,
      course_website: 1001,
      coursePrice: 24.95,
    }),
  )
const peopleWith = ({ ids }: ActorCase, deleted: boolean) =>
  countOf(read`
    select count(*)::int as n from identity.person
    where email = ${String(ids.email)} and (deleted_at is not null) = ${deleted}`)

async function archive({ client }: Pick<ActorCase, 'client'>): Promise<Buffer> {
  const { task_id } = ok(await client.post('/course/archive/export', { course_id: 1 }))
  await app.runJobs()
  const [task] = await read<{ file_key: string }>`select file_key from identity.task where task_id = ${task_id}`
  return bytesOf(task!.file_key)
}

const works: Record<string, Work> = {
  'an action to all rows of a list': {
    by: 'modules/backoffice/bulk/process-bulk-run.ts',
    ask: async ({ client, owner }) =>
      ok(
        await client.post('/student/bulk/all', {
          action: 'deactivate',
          query: `student_id=exact:${owner.user_id}`,
          reason: 'As agreed.',
        }),
      ),
    effect: ({ owner }) =>
      countOf(read`
        select count(*)::int as n from identity.person
        where user_id = ${owner.user_id} and lk_user_status_id = ${userStatus.Disabled}`),
  },
  'a report': {
    by: 'modules/backoffice/reports/carry-out-report.ts',
    ask: async ({ client }) => ok(await client.post('/report/start', { report: 'enrollments', format: 'csv' })),
    effect: named,
  },
  'a scheduled report': {
    by: ['modules/backoffice/reports/run-schedules.ts', 'modules/backoffice/reports/find-ready.ts'],
    ask: async ({ client, asker_id }) => {
      const [person] = await read<{ email: string }>`select email from identity.person where user_id = ${asker_id}`
      ok(
        await client.post('/report/schedule/save', {
          report: 'enrollments',
          repeats: 'daily',
          at_time: '07:00',
          recipients: person!.email,
          format: 'csv',
        }),
      )
      await read`update backoffice.report_schedule set next_at = platform.now() - interval '1 minute'`
    },
    run: async () => {
      const clock = jobs.find(({ name }) => name === 'backoffice.run-schedules')!
      await clock.run(openJobCtx(app.services, clock), {}, {} as never)
    },
    effect: async (later) => {
      const [person] = await read<{ email: string }>`
        select email from identity.person where user_id = ${later.asker_id}`
      const letters = app.mail.sent.filter(({ to }) => to === person!.email).length
      // A limited person gets a file, without the student in it.
      return (await filesOf(later)).length > 0 ? named(later) : letters
    },
  },
  'the export of a long list': {
    by: 'modules/backoffice/reports/long-export.ts',
    ask: async ({ asker_id }) =>
      startExport(await app.ctx(await app.actorOf(asker_id)), 'GET /student/export', { export: 'csv' }),
    effect: named,
  },
  'an upload of students': {
    by: 'modules/backoffice/uploads/process-upload.ts',
    prepare: upload,
    ask: startUpload,
    effect: (later) => peopleWith(later, false),
  },
  'an upload that is taken back': {
    by: 'modules/backoffice/uploads/process-upload-undo.ts',
    prepare: async (later) => {
      const ids = await upload(later)
      await startUpload({ ...later, ids })
      await app.runJobs()
      return ids
    },
    ask: async ({ client, ids: { student_upload_id } }) =>
      ok(await client.post('/student/undoUpload', { student_upload_id })),
    effect: (later) => peopleWith(later, true),
  },
  'the archive of a course': {
    by: 'modules/catalogue/archive/requester.ts',
    ask: async ({ client }) => ok(await client.post('/course/archive/export', { course_id: 1 })),
    effect: async (later) => (await filesOf(later)).length,
  },
  'a course from an archive': {
    by: 'modules/catalogue/archive/requester.ts',
    prepare: async ({ client }) => {
      // Read as someone else, because a file belongs to its requester.
      const bytes = await archive({ client: await app.as(await app.userId('admin@example.com')) })
      const file = { file_name: `course-${randomUUID()}.zip`, file_size: bytes.length }
      const { upload_id } = ok(await client.post('/course/archive/begin', file))
      await writeFile((await app.ctx()).use(uploadStore).path(upload_id), bytes)
      const courses = await countOf(read`select count(*)::int as n from catalogue.course`)
      return { upload_id, courses }
    },
    ask: async ({ client, ids: { upload_id } }) => ok(await client.post('/course/archive/import', { upload_id })),
    effect: async ({ ids }) =>
      (await countOf(read`select count(*)::int as n from catalogue.course`)) - Number(ids.courses),
  },
  'students who are moved to another version': {
    by: 'modules/learning/versions/move-all-students.ts',
    prepare: async ({ owner }) => {
      const ids = await records.twoVersions(app)
      const enrollment = await records.notBegun(app, owner)
      await read`
        update learning.student_course set course_version_id = ${Number(ids.from_course_version_id)}
        where student_course_id = ${Number(enrollment.student_course_id)}`
      return { ...ids, student_course_id: enrollment.student_course_id }
    },
    ask: async ({ client, ids: { course_id, course_version_id, from_course_version_id } }) =>
      ok(await client.post('/course/versions/move-all', { course_id, course_version_id, from_course_version_id })),
    effect: ({ ids }) =>
      countOf(read`
        select count(*)::int as n from learning.student_course
        where student_course_id = ${Number(ids.student_course_id)}
          and course_version_id = ${Number(ids.course_version_id)}`),
  },
}

/** Takes effect in the request of the accepting person, so nothing runs later. */
const notLater = [
  'modules/identity/invitations/become-manager.ts',
  'modules/identity/tasks/fetch-tasks.ts',
  'modules/backoffice/reports/schedules.ts',
  // Looks again at the rights of a request under way; enrollment-files.test.ts covers their loss.
  'modules/identity/clients/still-has-permissions.ts',
  // Reads with the current rights; calendar-link.test.ts covers their loss.
  'modules/learning/reporting/calendar-link.ts',
]

const states: Record<string, (asker_id: number) => Promise<unknown>> = {
  disabled: (asker_id) => read`
    update identity.person set lk_user_status_id = ${userStatus.Disabled} where user_id = ${asker_id}`,
  deleted: (asker_id) => read`update identity.person set deleted_at = platform.now() where user_id = ${asker_id}`,
  'without the right': (asker_id) => read`
    update identity.person set lk_user_role_id = ${roleId.Student} where user_id = ${asker_id}`,
  'moved out of the tree': async (asker_id) => {
    const { organization_id } = await records.branch(app)
    await app.database.tx(async (sql) => {
      // The references of these rows do not matter here.
      await sql`set local session_replication_role = replica`
      await sql`
        update identity.person set organization_id = ${Number(organization_id)} where user_id = ${asker_id}`
    })
  },
  'limited to another organization': async (asker_id) => {
    const { organization_id } = await records.branch(app)
    await read`
      insert into identity.permission (user_id, organization_id, key, granted)
      select ${asker_id}, 1, key, true from unnest(${read.array(await allKeys())}::text[]) as key`
    await read`
      update identity.person set lk_user_role_id = ${roleId.Instructor} where user_id = ${asker_id}`
    await read`
      insert into identity.instructor_organization (organization_id, user_id)
      values (${Number(organization_id)}, ${asker_id})`
  },
}

async function allKeys(): Promise<string[]> {
  const actor = await app.actorOf(await app.userId('admin@example.com'))
  return actor.kind === 'user' ? [...actor.permissions] : []
}

async function addActors(work: Work): Promise<ActorCase> {
  const owner = await openOwner(app)
  await records.notBegun(app, owner)
  const email = newcomer()
  const [person] = await read<{ user_id: number }>`
    insert into identity.person (organization_id, lk_user_role_id, loginid, email, first_name, last_name)
    values (1, ${roleId.Admin}, ${email}, ${email}, 'Ada', 'Asker') returning user_id`
  const asker_id = person!.user_id
  const client = await app.as(asker_id)
  const ids = (await work.prepare?.({ asker_id, client, owner })) ?? {}
  const all = { asker_id, client, owner, ids }
  await app.runJobs()
  await work.ask(all)
  return all
}

it('every place that acts on behalf of a person is listed', () => {
  const places = readSources(join(import.meta.dirname, '..'))
    .filter(
      ({ path, text }) =>
        /^(modules|jobs)\//.test(path) && !/\.test\.ts$/.test(path) && /\brequesterContext\(/.test(text),
    )
    .map(({ path }) => path)
    .filter((path) => path !== 'modules/identity/rights/acting-for.sql.ts')
  expect(new Set([...Object.values(works).flatMap(({ by }) => by), ...notLater])).toEqual(new Set(places))
})

describe.each(Object.entries(works))('%s', (_, work) => {
  const carryOut = async () => {
    await work.run?.()
    await app.runJobs()
  }

  it('is done for a person who still has the permission', async () => {
    const all = await addActors(work)
    await carryOut()
    expect(await work.effect(all)).toBeGreaterThan(0)
  })

  it.each(Object.entries(states))('is not done for a person who is %s by that time', async (state, change) => {
    const all = await addActors(work)
    await change(all.asker_id)
    await carryOut()
    const tasks = await read`select kind, state, summary_en from identity.task where user_id = ${all.asker_id}`
    expect(await work.effect(all), JSON.stringify(tasks)).toBe(0)
    // A move by the product also moves the person's rows; this one doesn't.
    if (state === 'moved out of the tree') return
    const [open] = await read<{ n: number }>`
      select count(*)::int as n from identity.task
      where user_id = ${all.asker_id} and state in ('waiting', 'running') and ended_at is null`
    expect(open!.n).toBe(0)
  })
})
