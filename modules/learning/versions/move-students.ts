import type { Ctx } from '../../../platform/ctx.ts'
import { errors } from '../../../platform/errors.ts'
import { operation } from '../../../platform/operation.ts'
import { type Policy, scoped, staff } from '../../../platform/permissions.ts'
import { id, z } from '../../../platform/schema.ts'
import { say, texts } from '../../../platform/texts.ts'
import { listPublishedVersions, type PublishedVersion, selectCourseVersion } from '../../catalogue/index.ts'
import { courseEvent } from '../course-event.ts'
import { findAgreement } from '../proofs/agreement.sql.ts'
import { moveErrors } from './errors.ts'
import { notBegun } from './not-begun.sql.ts'

/** As many as one page lists and one call moves. */
export const mostMoved = 200

const words = texts({
  moved: ['Students moved to version {version}: {count}.', 'Estudiantes que pasaron a la versión {version}: {count}.'],
})

type Named = { course_id: number; course_version_id: number }

/** Staff who may write courses and change students, for a course that their organizations own. */
export const mover: Policy<Named> = scoped(
  staff(['MANAGE_COURSES:UPDATE', 'MANAGE_STUDENTS:UPDATE'], 'every'),
  'of a course within reach',
  async (ctx, named) => void (await publishedOf(ctx, named)),
)

const Waiting = z.object({
  student_course_id: z.int(),
  user_id: z.int(),
  first_name: z.string(),
  last_name: z.string(),
  organization_name: z.string(),
  lk_student_course_status_id: z.int(),
  created_at: z.iso.datetime(),
})

export const fetchNotBegun = operation({
  call: 'GET /course/versions/students',
  summary: 'The students of a version of a course who have done nothing in it yet, up to 200, the latest first',
  added: true,
  may: mover,
  takes: z.object({ course_id: id(), course_version_id: id() }),
  gives: z.object({ students: z.array(Waiting), count: z.int() }),
  fails: [errors.notFound],
  async run(ctx, { course_version_id }) {
    const rows = await ctx.sql<Omit<z.output<typeof Waiting>, 'created_at'> & { created_at: Date; count: number }>`
      select sc.student_course_id, sc.user_id, p.first_name, p.last_name, o.name as organization_name,
             sc.lk_student_course_status_id, sc.created_at, count(*) over ()::int as count
      from learning.student_course sc
      join identity.v_person p on p.user_id = sc.user_id
      join identity.v_organization o on o.organization_id = sc.organization_id
      where sc.course_version_id = ${course_version_id} and sc.organization_id = any(${ctx.sql.array(ctx.organization.scope)})
        and ${notBegun(ctx.sql)}
      order by sc.created_at desc, sc.student_course_id desc limit ${mostMoved}`
    const students = rows.map(({ count: _count, created_at, ...row }) => ({
      ...row,
      created_at: created_at.toISOString(),
    }))
    return { students, count: rows[0]?.count ?? 0 }
  },
})

export const moveStudents = operation({
  call: 'POST /course/versions/move',
  summary: 'Moves students who have done nothing in a course yet to another published version of it, all or none',
  added: true,
  may: mover,
  takes: z.object({
    course_id: id(),
    /** Where they go. */
    course_version_id: id(),
    student_course_ids: z.array(id()).min(1).max(mostMoved),
  }),
  gives: z.object({ error: z.literal(false), moved: z.int() }),
  fails: [errors.notFound, moveErrors.begun, moveErrors.narrationMissing, moveErrors.disclaimerAgreed],
  async run(ctx, { course_id, course_version_id, student_course_ids }) {
    const versions = await listPublishedVersions(ctx, course_id)
    const target = versionIn(versions, course_version_id)
    const courses = await lockCourses(ctx, [...new Set(student_course_ids)])
    const moving = courses.filter((course) => {
      versionIn(versions, course.course_version_id)
      return course.course_version_id !== course_version_id
    })
    await requireMovable(ctx, moving, target)
    const ids = moving.map(({ student_course_id }) => student_course_id)
    await ctx.sql`
      update learning.student_course set course_version_id = ${course_version_id}, updated_at = platform.now()
      where student_course_id = any(${ctx.sql.array(ids)})`
    for (const course of moving) {
      const { version_number } = versionIn(versions, course.course_version_id)
      await ctx.audit({
        action: 'course.moved-to-version',
        ...courseEvent(course),
        before: { course_version_id: course.course_version_id, version_number },
        after: { course_version_id, version_number: target.version_number },
      })
    }
    if (moving.length > 0)
      await ctx.audit({
        action: 'course.move-students',
        subject: `course_id:${course_id}`,
        after: { course_version_id, version_number: target.version_number, students: moving.length },
      })
    const said = { version: target.version_number, count: moving.length }
    return { error: false as const, moved: moving.length, message: say(ctx.locale, words, 'moved', said) }
  },
})

/** How many students of each version of a course there are in reach, and how many of them have done nothing yet. */
export async function countStudentsByVersion(
  { sql, organization }: Pick<Ctx, 'sql' | 'organization'>,
  course_version_ids: readonly number[],
): Promise<ReadonlyMap<number, { students: number; not_begun: number }>> {
  const rows = await sql<{ course_version_id: number; students: number; not_begun: number }>`
    select sc.course_version_id, count(*)::int as students, count(*) filter (where ${notBegun(sql)})::int as not_begun
    from learning.student_course sc
    where sc.course_version_id = any(${sql.array([...course_version_ids])})
      and sc.organization_id = any(${sql.array(organization.scope)})
    group by sc.course_version_id`
  return new Map(rows.map(({ course_version_id, ...counts }) => [course_version_id, counts]))
}

const publishedOf = async (ctx: Ctx, { course_id, course_version_id }: Named): Promise<PublishedVersion> =>
  versionIn(await listPublishedVersions(ctx, course_id), course_version_id)

function versionIn(versions: readonly PublishedVersion[], wanted: number): PublishedVersion {
  const found = versions.find(({ course_version_id }) => course_version_id === wanted)
  if (!found) throw errors.notFound()
  return found
}

type Locked = { student_course_id: number; user_id: number; course_version_id: number; audio_ind: boolean }

/** Locks student courses like everything that changes one, in the order of their ids. Throws 404 if one is out of reach. */
async function lockCourses({ sql, organization }: Ctx, ids: readonly number[]): Promise<Locked[]> {
  const found = await sql<Locked>`
    select student_course_id, user_id, course_version_id, audio_ind from learning.student_course
    where student_course_id = any(${sql.array([...ids])}) and organization_id = any(${sql.array(organization.scope)})
    order by student_course_id
    for no key update`
  if (found.length !== ids.length) throw errors.notFound()
  return found
}

async function requireMovable(ctx: Ctx, courses: readonly Locked[], target: PublishedVersion): Promise<void> {
  const ids = courses.map(({ student_course_id }) => student_course_id)
  // Read after the locks are held: what began before is seen, and nothing can begin now.
  const [begun] = await ctx.sql`
    select from learning.student_course sc
    where sc.student_course_id = any(${ctx.sql.array(ids)}) and not ${notBegun(ctx.sql)} limit 1`
  if (begun) throw moveErrors.begun()
  if (!target.audio_ind && courses.some(({ audio_ind }) => audio_ind)) throw moveErrors.narrationMissing()
  const { disclaimer } = await selectCourseVersion(ctx, target.course_version_id)
  for (const course of courses) {
    const { disclaimer: agreed } = await selectCourseVersion(ctx, course.course_version_id)
    if (agreed !== disclaimer && (await findAgreement(ctx, course))) throw moveErrors.disclaimerAgreed()
  }
}
