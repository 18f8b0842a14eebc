import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import type { Actor } from '../../../platform/actor.ts'
import { movableClock } from '../../../platform/clock.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { type Files, openFiles } from '../../../platform/files/files.ts'
import { openLog } from '../../../platform/log.ts'
import { captureMail } from '../../../platform/mail/mail.ts'
import { fillPorts, openCtx, type Services } from '../../../platform/open-ctx.ts'
import type { PermissionKey } from '../../../platform/permissions.ts'
import { filesPort, mailPort, siteUrlPort } from '../../../platform/ports.ts'
import { stateIdOf } from '../../../platform/states.ts'
import { testDatabase } from '../../../platform/testing/database.ts'
import { forgetVersions } from '../../catalogue/index.ts'
import { courseFixture, studentActor } from '../course.fixture.ts'
import { coursePassed } from '../facts.ts'
import { agencyAdapters } from '../reporting/agency-adapter.ts'
import { startAgencySimulator } from '../reporting/agency-simulator.ts'
import { openAgencies } from '../reporting/open-agencies.ts'
import { oweCompletionReport } from '../reporting/owe-report.ts'
import { changeStatus } from '../status/change-status.ts'
import { status } from '../status/course-status.shared.ts'

/** Versions of the course of the fixture: Florida, commercial theory, a permit course without a certificate. */
export const course = { florida: 1, theory: 2, permit: 3 } as const
export const goodLicense = 'W316-412-99-140-0'
export const noSignal = new AbortController().signal

export type ReportRow = {
  completion_report_id: number
  state: string
  attempt: number
  receipt: string | null
  due_at: Date
}
type Passed = {
  version?: number
  license?: string
  at?: Date
  first_name?: string
  last_name?: string
  report?: boolean
}

/** Courses that can be passed, simulated agencies, files and mail; organization 2 is somebody else's. */
export async function openCompletions() {
  const { db: database, app } = await testDatabase()
  const seeds = await courseFixture({ db: database, app })
  await addVersions(database)
  const folder = await mkdtemp(join(tmpdir(), 'waypost-certificates-'))
  const agency = await startAgencySimulator()
  afterAll(async () => {
    await agency.close()
    await rm(folder, { recursive: true, force: true })
  })
  const clock = movableClock()
  const mail = captureMail()
  const facts: { fact: string; data: Record<string, number> }[] = []
  const lines: Record<string, unknown>[] = []
  const store = openFiles({ folder: join(folder, 'files') })
  const faults: { beforePut?: () => void | Promise<void>; beforeFact?: (fact: string) => void } = {}
  const files: Files = {
    ...store,
    async put(file) {
      await faults.beforePut?.()
      return store.put(file)
    },
  }
  const services: Services = {
    database: app,
    clock,
    log: openLog((line) => lines.push(line)),
    facts: {
      async send(_sql, fact, data) {
        faults.beforeFact?.(fact)
        facts.push({ fact, data: data as Record<string, number> })
      },
    },
    ports: fillPorts(
      [filesPort, files],
      [mailPort, mail],
      [siteUrlPort, (code: string | null, path: string) => `https://${code?.toLowerCase()}.waypost.test${path}`],
      [agencyAdapters, openAgencies({ url: agency.url, deadline_ms: 500 })],
    ),
  }

  const ctx = (actor: Actor, organization_id = 1): Ctx => {
    const code = organization_id === 1 ? 'AAA' : 'BBB'
    const scope = [organization_id]
    return openCtx(services, { actor, organization: { organization_id, code, name: code, scope }, locale: 'en-us' })
  }
  /** As a job sees the world: no tenant. */
  const job = () =>
    openCtx(services, {
      actor: { kind: 'system', name: 'test' },
      organization: { organization_id: 0, code: '', name: '', scope: [] },
      locale: 'en-us',
    })

  // To an agency two people of one name, birthday and license are one.
  async function addPerson({ first_name = 'Jordan', last_name }: Passed): Promise<number> {
    const user_id = await seeds.person()
    await database.read`
      update identity.person
      set first_name = ${first_name}, last_name = ${last_name ?? `Whitfield-${user_id}`}, dob = '1999-04-12', lk_state_id = ${stateIdOf('FL')}
      where user_id = ${user_id}`
    return user_id
  }

  /** A student who has passed a course, as the player passes it. */
  async function passed(options: Passed = {}): Promise<{ user_id: number; student_course_id: number }> {
    const user_id = await addPerson(options)
    const student_course_id = await seeds.enrolled(user_id)
    const { version = course.florida, license = goodLicense, report = true } = options
    await database.read`
      update learning.student_course set course_version_id = ${version} where student_course_id = ${student_course_id}`
    await database.read`
      insert into learning.registration_answer (student_course_id, organization_id, question_id, personal_answer)
      values (${student_course_id}, 1, 1, ${database.read.json(license)})`
    await ctx({ kind: 'system', name: 'player' }).tx(async (inner) => {
      await changeStatus(inner, student_course_id, status.passed)
      await inner.sql`
        update learning.student_course set passed_at = coalesce(${options.at ?? null}, platform.now())
        where student_course_id = ${student_course_id}`
      if (report) await oweCompletionReport(inner, student_course_id)
      await inner.emit(coursePassed, { student_course_id })
    })
    return { user_id, student_course_id }
  }

  const reportsOf = async (student_course_id: number): Promise<ReportRow[]> => [
    ...(await database.read<ReportRow>`
      select completion_report_id, state, attempt, receipt, due_at from learning.completion_report
      where student_course_id = ${student_course_id} order by number`),
  ]

  return {
    database,
    passed,
    /** Passed, with the report that is owed for it. */
    async owed(options: Passed = {}) {
      const course = await passed(options)
      const [report] = await reportsOf(course.student_course_id)
      return { ...course, ...report! }
    },
    reportsOf,
    /** What the simulated agencies hold of a student course. */
    heldFor: (student_course_id: number) =>
      agency.simulator.ledger().filter(({ submission_id }) => submission_id.startsWith(`AAA-${student_course_id}-`)),
    agency: agency.simulator,
    agencyUrl: agency.url,
    folder,
    services,
    mail,
    facts,
    lines,
    faults,
    job,
    ctx,
    addPerson: () => addPerson({}),
    student: (user_id: number) => ctx(studentActor(user_id)),
    staff: (keys: PermissionKey[], organization_id = 1, locale: Ctx['locale'] = 'en-us') =>
      ctx(
        { ...studentActor(900_000 + organization_id, organization_id), role: 'Instructor', permissions: new Set(keys) },
        organization_id,
      ).as({ locale }),
    async statusOf(student_course_id: number): Promise<number> {
      const [row] = await database.read<{ lk_student_course_status_id: number }>`
        select lk_student_course_status_id from learning.student_course where student_course_id = ${student_course_id}`
      return row!.lk_student_course_status_id
    },
    /** Moves the application's and the database's clock on together. */
    async move(seconds: number): Promise<void> {
      clock.offset_ms += seconds * 1000
      await database.read`update platform.clock set "offset" = ${clock.offset_ms / 1000}::float8 * interval '1 second'`
    },
  }
}

async function addVersions(database: Services['database']): Promise<void> {
  const { read: sql } = database
  await sql`
    update catalogue.course_version
    set certificate_template_id = 1, required_seconds = 14400, name = 'Basic Driver Improvement',
        certificate_configuration = ${sql.json({ bottomLeftText: 'Basic Driver Improvement, 4 hours' })}`
  for (const [course_version_id, certificate_template_id, name] of [
    [course.theory, 3, 'Class A Theory'],
    [course.permit, null, 'Teen Permit Course'],
  ] as const) {
    await sql`
      insert into catalogue.course_version ${sql({
        course_version_id,
        course_id: 1,
        version_number: course_version_id,
        name,
        certificate_template_id,
        published_at: new Date('2024-01-15T12:00:00Z'),
      })}`
  }
  const states = [
    [course.florida, 'FL'],
    [course.theory, 'FL'],
    [course.theory, 'TX'],
    [course.permit, 'FL'],
    [course.permit, 'MI'],
  ] as const
  await sql`insert into catalogue.course_state ${sql(
    states.map(([course_version_id, code]) => ({ course_version_id, lk_state_id: stateIdOf(code) })),
  )}`
  const configuration = sql.json({ title: 'What is your driver license number?', options: [] })
  await sql`insert into catalogue.question ${sql(
    Object.values(course).map((course_version_id) => ({
      course_version_id,
      question_id: 1,
      used_in: 'registration',
      position: 1,
      lk_question_type_id: 9,
      title: 'What is your driver license number?',
      configuration,
    })),
  )}`
  forgetVersions()
}
