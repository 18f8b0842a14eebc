import { listPublishedVersions } from '#modules/catalogue/index.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { id, z } from '#platform/schema.ts'
import { localText, texts } from '#platform/texts.ts'
import { moveErrors } from './errors.ts'
import { maxMoved } from './fetch-not-begun.ts'
import { lockCourses, moveLocked, reasons, reasonsToStay } from './move.ts'
import { mover, versionIn } from './mover.ts'

const messages = texts({
  moved: ['Students moved to version {version}: {count}.', 'Estudiantes que pasaron a la versión {version}: {count}.'],
})

export const moveStudents = operation({
  call: 'POST /course/versions/move',
  summary: 'Moves students who have done nothing in a course yet to another published version of it, all or none',
  added: true,
  may: mover,
  takes: z.object({
    course_id: id(),
    /** The target version. */
    course_version_id: id(),
    student_course_ids: z.array(id()).min(1).max(maxMoved),
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
    const actual = new Set((await reasonsToStay(ctx, moving, target)).values())
    const reason = reasons.find((reason) => actual.has(reason))
    if (reason) throw moveErrors[reason]()
    await moveLocked(ctx, course_id, moving, { target, versions })
    const params = { version: target.version_number, count: moving.length }
    return { error: false as const, moved: moving.length, message: localText(ctx.locale, messages, 'moved', params) }
  },
})
