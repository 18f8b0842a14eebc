import { loadLesson, next } from '../../../modules/learning/index.ts'
import { Refusal } from '../../../platform/errors.ts'
import { student } from '../../../platform/permissions.ts'
import { redirect } from '../../../platform/web/leave.ts'
import { page } from '../../../platform/web/page.ts'
import { idOf } from './course-place.ts'
import { CoursePlayer } from './course-player.tsx'

/** The player: one lesson, medium or break. */
export default page({
  address: '/course/:studentCourseId{[0-9]+}/:componentId{[0-9]+}',
  may: student,
  async load({ ctx, params }) {
    const lesson = await loadLesson(ctx, idOf(params.studentCourseId), idOf(params.componentId))
    return 'redirect' in lesson ? redirect(lesson.redirect, { status: 302 }) : { lesson, now: ctx.now }
  },
  title: ({ lesson }) => `${lesson.name} · ${lesson.course_name}`,
  async submit({ ctx, params }) {
    const studentCourseId = idOf(params.studentCourseId)
    try {
      const answer = await next.run(ctx, { studentCourseId, componentId: idOf(params.componentId) })
      return redirect(answer.redirect ?? `/course/${studentCourseId}`)
    } catch (error) {
      return leaveFor(error, studentCourseId)
    }
  },
  view: ({ lesson, now }, input) => <CoursePlayer lesson={lesson} now={now} {...input} />,
})

/** A registration that is not in order is mended on its own pages; every other refusal is shown in the lesson. */
function leaveFor(error: unknown, studentCourseId: number) {
  if (!(error instanceof Refusal)) throw error
  const { reason, questionId, message, redirect: to } = error.answer
  if (reason !== 'REG_INC' && reason !== 'REG_INV') {
    if (typeof to === 'string') return redirect(to)
    throw error
  }
  const question = typeof questionId === 'number' ? `/${questionId}` : ''
  const flash = { kind: 'error' as const, text: String(message) }
  return redirect(`/course/${studentCourseId}/registration${question}`, { flash })
}
