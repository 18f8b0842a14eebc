import type { Ctx } from '../../../platform/ctx.ts'
import { errors } from '../../../platform/errors.ts'
import { emailCertificate, findStatusBefore, setStudentCourseStatus, status } from '../../learning/index.ts'
import { readContext } from './read-context.ts'

export type Remedy = { chat_thread_id: number; kind: string; id: number; reason: string }

/**
 * Runs an operation of the management area from beside a thread, with its own permission, checks and audit row. The
 * record must belong to the reporter. Returns the message to show.
 */
export async function applyRemedy(ctx: Ctx, { chat_thread_id, kind, id, reason }: Remedy): Promise<string | undefined> {
  const { courses, user_id } = await readContext(ctx, chat_thread_id)
  if (kind === 'unlock' && courses.some((course) => course.student_course_id === id)) {
    const before = (await findStatusBefore(ctx, id, status.disabled)) ?? status.inProgress
    const unlock = { student_course_id: id, user_id: user_id!, lk_student_course_status_id: before, notes: reason }
    return (await setStudentCourseStatus.run(ctx, unlock)).message
  }
  if (kind === 'certificate' && courses.some((course) => course.student_certificate_id === id))
    return (await emailCertificate.run(ctx, { student_certificate_id: id })).message
  throw errors.notFound()
}
