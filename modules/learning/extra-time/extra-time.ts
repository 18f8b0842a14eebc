import { managerOf, roleId, selectPerson } from '#modules/identity/index.ts'
import { learningErrors } from '#modules/learning/errors.ts'
import { requireNotOwnCourse } from '#modules/learning/student-course/not-own-course.ts'
import { findStudentName } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { holds } from '#platform/permissions.ts'
import { id, requiredText, z } from '#platform/schema.ts'
import { extraPercents } from './extra-percents.shared.ts'
import { findExtraPercent, findExtraTime, writeExtraTime } from './extra-time.sql.ts'
import { extraTimeTexts } from './extra-time.texts.ts'

export const fetchExtraTime = operation({
  call: 'GET /student/extraTime',
  added: true,
  summary: "A student's extra time in quizzes, exams and identity checks",
  may: managerOf('READ'),
  takes: z.object({ user_id: id() }),
  gives: z.object({
    user_id: z.int(),
    student_name: z.string(),
    percent: z.int(),
    reason: z.string(),
    by: z.string(),
    given_at: z.iso.datetime().nullable(),
    updates: z.boolean(),
  }),
  async run(ctx, { user_id }) {
    await selectStudent(ctx, user_id)
    const extra = await findExtraTime(ctx, user_id)
    return {
      user_id,
      student_name: await findStudentName(ctx, user_id),
      percent: extra?.percent ?? 0,
      reason: extra?.reason ?? '',
      by: extra?.by ?? '',
      given_at: extra?.given_at.toISOString() ?? null,
      updates: holds(ctx.actor, 'MANAGE_STUDENTS:UPDATE'),
    }
  },
})

const percent = () => z.union([z.literal(0), ...extraPercents.map((offered) => z.literal(offered))])

export const setExtraTime = operation({
  call: 'POST /student/extraTime',
  added: true,
  summary: 'Gives a student more time in quizzes, exams and identity checks that start later, or none (0)',
  may: managerOf('UPDATE'),
  takes: z.object({
    user_id: id(),
    /** Added to each time limit. */
    percent: percent(),
    reason: requiredText(extraTimeTexts.reasonMissing, 2_000),
  }),
  gives: z.object({ percent: z.int() }),
  fails: [learningErrors.ownWork],
  async run(ctx, { user_id, percent, reason }) {
    const { organization_id } = await selectStudent(ctx, user_id)
    const actor_user_id = await requireNotOwnCourse(ctx, user_id)
    await ctx.sql`select pg_advisory_xact_lock(hashtext('learning.extra_time'), ${user_id})`
    const before = await findExtraPercent(ctx, user_id)
    await writeExtraTime(ctx, { user_id, organization_id, percent, reason, actor_user_id })
    await ctx.audit({
      action: 'student.extra-time',
      subject: `user_id:${user_id}`,
      subject_user_id: user_id,
      before: { extra_percent: before },
      after: { extra_percent: percent, reason },
    })
    return { percent }
  },
})

/** Throws notFound for other people: only students take courses. */
async function selectStudent(ctx: Ctx, user_id: number) {
  const person = await selectPerson(ctx, user_id)
  if (person.lk_user_role_id !== roleId.Student) throw errors.notFound()
  return person
}
