import { loadLesson } from '#modules/learning/entry.ts'
import { student } from '#platform/permissions.ts'
import { page } from '#platform/web/page.ts'
import { redirect } from '#platform/web/page-redirect.ts'
import { courseFrame } from '#web/layouts/course.tsx'
import { idOf } from './course-place.ts'
import { CoursePlayer } from './course-player.tsx'
import { continueCourse } from './go-on.ts'

/** The player: one lesson, medium or break. */
export default page({
  address: '/course/:studentCourseId{[0-9]+}/:componentId{[0-9]+}',
  restorable: true,
  may: student,
  header: false,
  swap: courseFrame,
  async load({ ctx, params, query }) {
    const lesson = await loadLesson(ctx, idOf(params.studentCourseId), idOf(params.componentId))
    return 'redirect' in lesson
      ? redirect(lesson.redirect, { status: 302 })
      : { lesson, now: ctx.now, already: Boolean(query.already) }
  },
  csp: ({ lesson }) => ({ frame: lesson.frames }),
  title: ({ lesson }) => `${lesson.name} · ${lesson.course_name}`,
  submit: ({ ctx, params }) =>
    continueCourse(ctx, { studentCourseId: idOf(params.studentCourseId), componentId: idOf(params.componentId) }),
  view: (data, { frame, form }) => <CoursePlayer {...data} frame={frame} form={form} />,
})
