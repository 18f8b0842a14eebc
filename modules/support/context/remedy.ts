import { manageStudent, resendWelcome, selectPerson } from '#modules/identity/index.ts'
import {
  emailCertificate,
  extendCourse,
  findStatusBefore,
  isLocked,
  selectStudentCourse,
  setStudentCourseStatus,
  status,
  unlockCourse,
} from '#modules/learning/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { localize, type Text } from '#platform/texts.ts'
import { readContext, type TicketContext } from './read-context.ts'

const remedyKinds = ['unlock', 'extend', 'certificate', 'name', 'welcome'] as const
type RemedyKind = (typeof remedyKinds)[number]
export const isRemedy = (action: string | undefined): action is RemedyKind =>
  remedyKinds.some((kind) => kind === action)

/** A remedy's form; each remedy reads its own fields. */
export type Remedy = { chat_thread_id: number; kind: RemedyKind; values: Readonly<Record<string, string>> }

/**
 * Runs an operation of the management area from a thread's page, with its own permission, checks and audit row. The
 * record must belong to the reporter. Returns the message to show.
 */
export async function applyRemedy(ctx: Ctx, { chat_thread_id, kind, values }: Remedy): Promise<string | undefined> {
  const context = await readContext(ctx, chat_thread_id)
  if (context.user_id === null) throw errors.notFound()
  return (await remedies[kind](ctx, { ...context, user_id: context.user_id }, values)).message
}

type RunRemedy = (
  ctx: Ctx,
  context: TicketContext & { user_id: number },
  values: Remedy['values'],
) => Promise<{ message?: string }>

const remedies: Readonly<Record<RemedyKind, RunRemedy>> = {
  async unlock(ctx, context, { id, reason = '' }) {
    const { student_course_id } = courseOf(context, id)
    // A course locked by a check is unlocked by the operation that also resets its checks.
    const isCheckLocked = isLocked(await selectStudentCourse(ctx, student_course_id))
    if (isCheckLocked) return unlockCourse.run(ctx, { student_course_id, notes: reason })
    const lk_student_course_status_id =
      (await findStatusBefore(ctx, student_course_id, status.disabled)) ?? status.inProgress
    const { user_id } = context
    return setStudentCourseStatus.run(ctx, { student_course_id, user_id, lk_student_course_status_id, notes: reason })
  },
  async extend(ctx, context, { id, days, reason = '', request_id = '', expires_at }) {
    const { student_course_id } = courseOf(context, id)
    const input = { student_course_id, days: Number(days), reason, request_id, expires_at: expires_at || null }
    return extendCourse.run(ctx, input)
  },
  async certificate(ctx, { courses }, { id }) {
    const certificate = courses.find(({ student_certificate_id }) => String(student_certificate_id) === id)
    if (!certificate?.student_certificate_id) throw errors.notFound()
    return emailCertificate.run(ctx, { student_certificate_id: certificate.student_certificate_id })
  },
  async name(ctx, { user_id }, { first_name = '', middle_name = '', last_name = '', updated_at, reason = '' }) {
    if (!reason.trim()) throw missingField(ctx, 'reason', ['Enter reason', 'Escriba el motivo'])
    const { email } = await selectPerson(ctx, user_id)
    const profile = { first_name, middle_name, last_name, email }
    return manageStudent.run(ctx, { student_id: user_id, profile, updated_at: updated_at || null, reason })
  },
  welcome: (ctx, { user_id }) => resendWelcome.run(ctx, { user_id }),
}

/** A course of the reporter. Throws notFound. */
function courseOf({ courses }: TicketContext, id: string | undefined) {
  const course = courses.find(({ student_course_id }) => String(student_course_id) === id)
  if (!course) throw errors.notFound()
  return course
}

const missingField = (ctx: Ctx, path: string, text: Text) =>
  errors.invalid({}, {}, [{ path, message: localize(ctx.locale, text) }])
