import { learningErrors } from '#modules/learning/errors.ts'
import { ofCourse, staffOfCourse } from '#modules/learning/permissions.ts'
import { changeStatus } from '#modules/learning/status/change-status.ts'
import { isLockReason } from '#modules/learning/status/lock-reason.ts'
import { notifyStudent } from '#modules/learning/status/notify-student.ts'
import { findStatusBefore } from '#modules/learning/status/status-change.sql.ts'
import { courseEvent } from '#modules/learning/student-course/course-event.ts'
import { status } from '#modules/learning/student-course/course-status.shared.ts'
import { requireNotOwnCourse } from '#modules/learning/student-course/not-own-course.ts'
import { lockStudentCourse, type StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { scoped, staff } from '#platform/permissions.ts'
import { flag, id, requiredText, z } from '#platform/schema.ts'
import { localText } from '#platform/texts.ts'
import { findOpenCheck, updateCheckResult } from './check.sql.ts'
import { verificationErrors } from './errors.ts'
import { verificationTexts } from './verification.texts.ts'

export type Appeal = {
  identity_appeal_id: number
  student_course_id: number
  words: string
  made_at: Date
  answered_at: Date | null
  accepted: boolean | null
  reply: string | null
}

/** The appeals of a course, newest first. */
export const listAppeals = ({ sql }: Pick<Ctx, 'sql'>, student_course_id: number): Promise<Appeal[]> =>
  sql<Appeal>`
    select identity_appeal_id, student_course_id, words, made_at, answered_at, accepted, reply
    from learning.identity_appeal where student_course_id = ${student_course_id}
    order by identity_appeal_id desc limit 100`

/** Whether a rule disabled the course, so that the student may appeal. */
export const isLocked = ({
  lk_student_course_status_id,
  lk_student_course_status_reason_id,
}: Pick<StudentCourse, 'lk_student_course_status_id' | 'lk_student_course_status_reason_id'>): boolean =>
  lk_student_course_status_id === status.disabled && isLockReason(lk_student_course_status_reason_id)

export const appeal = operation({
  call: 'POST /security/appeal',
  summary: 'Appeals to staff against the lock of a course by a failed check',
  added: true,
  may: ofCourse('student_course_id'),
  takes: z.object({ student_course_id: id(), words: requiredText(verificationTexts.appealRequired, 2000) }),
  gives: z.object({ identity_appeal_id: z.number() }),
  fails: [verificationErrors.noAppeal, verificationErrors.appealOpen],
  async run(ctx, { student_course_id, words }) {
    const course = await lockStudentCourse(ctx, student_course_id)
    if (!isLocked(course)) throw verificationErrors.noAppeal()
    const [latestAppeal] = await listAppeals(ctx, student_course_id)
    if (latestAppeal && !latestAppeal.answered_at) throw verificationErrors.appealOpen()
    const { organization_id } = course
    const [identityAppeal] = await ctx.sql<{ identity_appeal_id: number }>`
      insert into learning.identity_appeal ${ctx.sql({ student_course_id, organization_id, words })}
      returning identity_appeal_id`
    await ctx.audit({ action: 'security.appeal', ...courseEvent(course), after: { words } })
    return { ...identityAppeal!, message: localText(ctx.locale, verificationTexts, 'appealThanks') }
  },
})

const staffOfAppeal = scoped<{ identity_appeal_id: number }>(
  staff('MANAGE_STUDENTS:UPDATE'),
  'in their organizations',
  async (ctx, { identity_appeal_id }) => {
    const [row] = await ctx.sql<{ organization_id: number }>`
      select organization_id from learning.identity_appeal where identity_appeal_id = ${identity_appeal_id}`
    if (!row || !ctx.organization.scope.includes(row.organization_id)) throw errors.notFound()
  },
)

const reasonRequired = ['Enter reason', 'Escriba el motivo'] as const

export const answerAppeal = operation({
  call: 'POST /security/answerAppeal',
  summary: 'Decides an appeal with a reply to the student; accepting it opens the course again',
  added: true,
  may: staffOfAppeal,
  takes: z.object({ identity_appeal_id: id(), accepted: flag(), reply: requiredText(reasonRequired, 2000) }),
  gives: z.object({ student_course_id: z.number(), lk_student_course_status_id: z.number() }),
  fails: [learningErrors.statusRefused, learningErrors.ownWork, errors.conflict],
  async run(ctx, { identity_appeal_id, accepted, reply }) {
    const [row] = await ctx.sql<{ student_course_id: number }>`
      select student_course_id from learning.identity_appeal where identity_appeal_id = ${identity_appeal_id}`
    const course = await lockStudentCourse(ctx, row!.student_course_id)
    await requireNotOwnCourse(ctx, course.user_id)
    const decision = await ctx.sql`
      update learning.identity_appeal
      set answered_at = platform.now(), accepted = ${accepted}, reply = ${reply},
          answered_by_user_id = ${ctx.actor.kind === 'user' ? ctx.actor.user_id : null}
      where identity_appeal_id = ${identity_appeal_id} and answered_at is null`
    if (decision.count === 0) throw errors.conflict()
    await ctx.audit({ action: 'security.answer-appeal', ...courseEvent(course), after: { accepted, reply } })
    const { student_course_id } = course
    await notifyStudent(ctx, { student_course_id, result: 'appeal' })
    if (!accepted || !isLocked(course)) {
      return { student_course_id, lk_student_course_status_id: course.lk_student_course_status_id }
    }
    await extendTime(ctx, identity_appeal_id)
    return reopen(ctx, course, reply)
  },
})

/** Extends the time allowed for the course by the days that an appeal waited. */
const extendTime = ({ sql }: Ctx, identity_appeal_id: number) => sql`
  update learning.student_course sc set expires_at = sc.expires_at + (a.answered_at - a.made_at)
  from learning.identity_appeal a
  where a.identity_appeal_id = ${identity_appeal_id} and sc.student_course_id = a.student_course_id`

export const unlockCourse = operation({
  call: 'POST /security/unlock',
  summary: 'Reopens a course that a failed check or the idle time has locked, with a reason',
  added: true,
  may: staffOfCourse('MANAGE_STUDENTS:UPDATE', 'student_course_id'),
  takes: z.object({ student_course_id: id(), notes: requiredText(reasonRequired, 2000) }),
  gives: z.object({ student_course_id: z.number(), lk_student_course_status_id: z.number() }),
  fails: [learningErrors.statusRefused, learningErrors.ownWork],
  async run(ctx, { student_course_id, notes }) {
    const course = await lockStudentCourse(ctx, student_course_id)
    await requireNotOwnCourse(ctx, course.user_id)
    const { lk_student_course_status_id: from } = course
    if (!isLocked(course)) throw learningErrors.statusRefused({}, { from })
    const reopenedCourse = await reopen(ctx, course, notes)
    await notifyStudent(ctx, { student_course_id, result: 'unlocked', to: reopenedCourse.lk_student_course_status_id })
    return reopenedCourse
  },
})

/** Returns the course to its previous status. The student has all unlocks again, and is checked before continuing. */
async function reopen(ctx: Ctx, course: StudentCourse, note: string) {
  const { student_course_id, lk_student_course_status_reason_id } = course
  const currentCheck = await findOpenCheck(ctx, student_course_id)
  if (currentCheck) await updateCheckResult(ctx, currentCheck, 'dropped')
  await ctx.sql`
    update learning.identity_setup set self_helps = 0, unlock_tries = 0 where student_course_id = ${student_course_id}`
  const previousStatus = (await findStatusBefore(ctx, student_course_id, status.disabled)) ?? status.inProgress
  const { lk_student_course_status_id } = await changeStatus(ctx, student_course_id, previousStatus, 'staff', { note })
  await ctx.audit({
    action: 'security.unlock-by-staff',
    ...courseEvent(course),
    before: { lk_student_course_status_reason_id },
    after: { lk_student_course_status_id, reason: note },
  })
  return { student_course_id, lk_student_course_status_id }
}
