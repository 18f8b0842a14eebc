import type { Actor } from '../../platform/actor.ts'
import { movableClock } from '../../platform/clock.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { silentLog } from '../../platform/log.ts'
import { openCtx } from '../../platform/open-ctx.ts'
import type { TestDatabase } from '../../platform/testing/database.ts'
import { forgetVersions } from '../catalogue/index.ts'
import { enrol } from './enrolment/enrol.ts'
import { status } from './status/course-status.shared.ts'

/** A small course of one version: two lessons, a break, a lesson with a video, a quiz, and the final exam. */
export const parts = { first: 11, second: 12, pause: 13, film: 14, quiz: 15, exam: 16 } as const
export const video = 'media/lesson.mp4'

type Kind = 1 | 2 | 3 | 4
const text = { wysiwyg_id: 1, content: { type: 'doc', content: [] }, audioAttachments: [] }
const exam = (quiz_id: number) => ({
  quiz_id,
  description: '',
  totalQuestions: 1,
  configuration: {
    navigation: { show: true },
    timer: { active: false, seconds: 0 },
    retake: { fee: 0, attempts: 2 },
    grading: { threshold: 80 },
    review: { student: true },
  },
  questionPools: [],
})
const film = {
  media_id: 1,
  components: [{ component: 'video', src: video }],
  content: { type: 'doc' },
  external_url: '',
}

const outline: [id: number, kind: Kind, seconds: number, data: object][] = [
  [parts.first, 1, 60, text],
  [parts.second, 1, 60, text],
  [parts.pause, 4, 300, { break_id: 1, seconds: 300, break_text: '' }],
  [parts.film, 2, 0, film],
  [parts.quiz, 3, 0, exam(1)],
  [parts.exam, 3, 0, exam(2)],
]

type Databases = Pick<TestDatabase, 'db' | 'app'>
type Options = { idle_minutes?: number | null; registration?: object; watchAll?: boolean }

/** A database with two organizations, the course on sale in the first, and what a test needs to act on it. */
export async function courseFixture({ db: database, app }: Databases, options: Options = {}) {
  forgetVersions()
  const facts: { fact: string; data: object }[] = []
  const clock = movableClock()
  const services = {
    database: app,
    clock,
    log: silentLog,
    facts: { send: async (_sql: unknown, fact: string, data: object) => void facts.push({ fact, data }) },
    ports: new Map(),
  }
  await database.tx(async (sql) => {
    await sql`insert into identity.organization ${sql([organization(1, 'AAA'), organization(2, 'BBB')])}`
    await sql`insert into identity.organization_closure ${sql([1, 2].map((id) => ({ ancestor_id: id, descendant_id: id, depth: 0 })))}`
    await sql`insert into catalogue.website (website_id, organization_id, name) values (1, 1, 'Site')`
    await sql`insert into catalogue.course (course_id, organization_id, slug) values (1, 1, 'course')`
    await sql`insert into catalogue.course_version ${sql(versionRow(sql, options))}`
    await sql`update catalogue.course set published_version_id = 1`
    await sql`insert into catalogue.component ${sql(componentRows(sql))}`
    await sql`insert into catalogue.course_website (course_website_id, organization_id, website_id, course_id, price_cents)
      values (1, 1, 1, 1, 1995)`
  })
  let orders = 0

  function ctx(actor: Actor, organization_id = 1): Ctx {
    const code = organization_id === 1 ? 'AAA' : 'BBB'
    return openCtx(services, {
      actor,
      organization: { organization_id, code, name: code, scope: [organization_id] },
      locale: 'en-us',
    })
  }

  return {
    facts,
    ctx,
    async person(organization_id = 1, lk_user_role_id = 3): Promise<number> {
      const name = `p${Math.random().toString(36).slice(2)}`
      const [row] = await database.read<{ user_id: number }>`
        insert into identity.person ${database.read({ organization_id, lk_user_role_id, loginid: name, email: `${name}@example.com` })}
        returning user_id`
      return row!.user_id
    },
    student: (user_id: number, organization_id = 1): Ctx =>
      ctx(studentActor(user_id, organization_id), organization_id),
    /** An enrolment that is paid, registered and in progress. */
    async enrolled(user_id: number, at: number = status.inProgress): Promise<number> {
      orders += 1
      const { student_course_id } = await ctx({ kind: 'system', name: 'test' }).tx((inner) =>
        enrol(inner, {
          user_id,
          organization_id: 1,
          course_website_id: 1,
          course_version_id: 1,
          lk_shipping_type_id: 1,
          audio_ind: false,
          order_item_id: orders,
          paid: true,
        }),
      )
      await database.read`
        update learning.student_course
        set lk_student_course_status_id = ${at}, registered_at = platform.now(), agreed_at = platform.now()
        where student_course_id = ${student_course_id}`
      return student_course_id
    },
    /** Moves the application's and the database's clock on together. */
    async move(seconds: number): Promise<void> {
      clock.offset_ms += seconds * 1000
      await database.read`update platform.clock set "offset" = ${clock.offset_ms}::int * interval '1 millisecond'`
    },
  }
}

export const studentActor = (user_id: number, organization_id = 1): Extract<Actor, { kind: 'user' }> => ({
  kind: 'user',
  user_id,
  role: 'Student',
  organization_id,
  session_id: user_id,
  permissions: new Set(),
  viewed_by: null,
})

const organization = (organization_id: number, code: string) => ({
  organization_id,
  code,
  name: `Organization ${code}`,
  default_ind: organization_id === 1,
})

function versionRow(
  sql: TestDatabase['db']['read'],
  { idle_minutes = 5, registration = {}, watchAll = true }: Options,
) {
  const idleTimer = { enabled: idle_minutes !== null, value: idle_minutes ?? 5 }
  return {
    course_version_id: 1,
    course_id: 1,
    version_number: 1,
    name: 'Safe Driving',
    course_security_options: sql.json({ globalSettings: { idleTimer } }),
    course_registration_options: sql.json(registration),
    completion_configuration: sql.json({ requireStudentsWatchAllVideos: watchAll ? 1 : 0 }),
    published_at: new Date('2024-01-15T12:00:00Z'),
  }
}

const componentRows = (sql: TestDatabase['db']['read']) =>
  outline.map(([component_id, lk_component_type_id, required_seconds, content], index) => ({
    course_version_id: 1,
    component_id,
    position: index + 1,
    chapter_order: component_id === parts.exam ? 2 : 1,
    chapter_name: component_id === parts.exam ? 'Final exam' : 'Chapter 1',
    section_order: 1,
    section_name: 'Section 1',
    name: `Part ${component_id}`,
    lk_component_type_id,
    final_ind: component_id === parts.exam,
    required_seconds,
    data: sql.json(content),
  }))
