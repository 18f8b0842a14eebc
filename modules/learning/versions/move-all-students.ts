import { listPublishedVersions } from '#modules/catalogue/index.ts'
import {
  addTask,
  advanceTask,
  failTask,
  findOpenTask,
  finishTask,
  requesterContext,
  type Task,
} from '#modules/identity/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors, Refusal } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { pathTo } from '#platform/path-to.ts'
import { userOf } from '#platform/permissions.ts'
import { id, z } from '#platform/schema.ts'
import { localize, texts } from '#platform/texts.ts'
import { moveRequested } from './facts.ts'
import { countNotBegun, maxMoved, notBegunOf } from './fetch-not-begun.ts'
import { lockCourses, moveLocked, reasonsToStay } from './move.ts'
import { mover, versionIn } from './mover.ts'

const messages = texts({
  title: ['Move students to version {version}', 'Pasar estudiantes a la versión {version}'],
  started: [
    "We're moving the students. You'll get a notification when it's done.",
    'Estamos pasando a los estudiantes. Recibirá una notificación cuando terminemos.',
  ],
  done: [
    'Students moved: {moved}. Students who stay on their version: {kept}.',
    'Estudiantes que pasaron: {moved}. Estudiantes que siguen en su versión: {kept}.',
  ],
  gone: [
    'The course or one of its versions no longer exists, or you no longer have permission to move its students.',
    'El curso o una de sus versiones ya no existe, o usted ya no puede pasar a sus estudiantes.',
  ],
})

type Input = { site_id: number; course_id: number; from: number; to: number }

export const moveAllStudents = operation({
  call: 'POST /course/versions/move-all',
  summary:
    'Moves all students of a version who have done nothing in the course yet to another published version, in the background; those who must stay are counted',
  added: true,
  may: mover,
  rate: 'export',
  takes: z.object({
    course_id: id(),
    /** The target version. */
    course_version_id: id(),
    /** The current version. */
    from_course_version_id: id(),
  }),
  gives: z.object({ error: z.literal(false), task_id: z.int() }),
  fails: [errors.notFound],
  async run(ctx, { course_id, course_version_id, from_course_version_id }) {
    const versions = await listPublishedVersions(ctx, course_id)
    const { version_number: version } = versionIn(versions, course_version_id)
    const from = versionIn(versions, from_course_version_id).course_version_id
    if (from === course_version_id) throw errors.notFound()
    const { user_id } = userOf(ctx)
    const site_id = ctx.organization.organization_id
    const input: Input = { site_id, course_id, from, to: course_version_id }
    const { task_id, added } = await addTask(ctx, {
      user_id,
      kind: 'courses.move-students',
      title: { text: messages.title, params: { version } },
      rows_total: await countNotBegun(ctx, from),
      input,
      dedupe_key: `courses.move-students:${site_id}:${from}:${course_version_id}`,
    })
    if (added) {
      await ctx.emit(moveRequested, { task_id })
      await ctx.audit({
        action: 'course.moveAsked',
        subject: `course_id:${course_id}`,
        after: { from_course_version_id: from, course_version_id, version_number: version },
      })
    }
    return {
      error: false as const,
      task_id,
      message: localize(ctx.locale, messages.started),
      redirect: pathTo('/manage/tasks'),
    }
  },
})

/**
 * Moves students 200 at a time, with the permissions that the requester has at each moment. Each transaction counts
 * its own moves, so a worker that takes over counts no one twice. Students who have started in the meantime, or must
 * stay, are skipped.
 */
export async function carryOutMove(ctx: Ctx, task_id: number): Promise<void> {
  const task = await findOpenTask<Input>(ctx, task_id)
  if (!task) return
  const { from } = task.input
  let movedCount = task.rows_done
  for (let after = 0; ; ) {
    const allowed = await stillAllowed(ctx, task)
    if (!allowed) {
      await ctx.tx((inner) => failTask(inner, task_id, messages.gone))
      return
    }
    const { asker, versions, target } = allowed
    const ids = await listNext(asker, from, after)
    if (ids.length === 0) {
      const summary = { text: messages.done, params: { moved: movedCount, kept: await countNotBegun(asker, from) } }
      await ctx.tx((inner) => finishTask(inner, task_id, { summary }))
      return
    }
    movedCount += await asker.tx(async (inner) => {
      const courses = (await lockCourses(inner, ids)).filter((course) => course.course_version_id === from)
      const reasons = await reasonsToStay(inner, courses, target)
      const moving = courses.filter(({ student_course_id }) => !reasons.has(student_course_id))
      await moveLocked(inner, task.input.course_id, moving, { target, versions })
      if (!(await advanceTask(inner, task_id, movedCount + moving.length))) throw new Error('the task has ended')
      return moving.length
    })
    after = ids.at(-1)!
  }
}

/**
 * The requester and the versions of the course; null once the requester may not move its students, or a version is
 * gone.
 */
async function stillAllowed(ctx: Ctx, { user_id, input }: Task<Input>) {
  const asker = await requesterContext(ctx, user_id, input.site_id)
  if (!asker || !mover.gate(asker.actor)) return null
  const versions = await versionsOf(asker, input.course_id)
  const find = (id: number) => versions.find(({ course_version_id }) => course_version_id === id)
  const target = find(input.to)
  return target && find(input.from) ? { asker, versions, target } : null
}

const versionsOf = (ctx: Ctx, course_id: number) =>
  listPublishedVersions(ctx, course_id).catch((error: unknown) => {
    if (error instanceof Refusal && error.kind.status === 404) return []
    throw error
  })

/** The next student courses in locking order. */
async function listNext(ctx: Ctx, from: number, after: number): Promise<number[]> {
  const rows = await ctx.sql<{ student_course_id: number }>`
    select sc.student_course_id from learning.student_course sc
    where ${notBegunOf(ctx, from)} and sc.student_course_id > ${after}
    order by sc.student_course_id limit ${maxMoved}`
  return rows.map(({ student_course_id }) => student_course_id)
}
