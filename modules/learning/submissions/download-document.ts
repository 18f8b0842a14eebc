import { staffOfCourse } from '#modules/learning/permissions.ts'
import { listDocuments } from '#modules/learning/registration/documents.ts'
import { courseEvent } from '#modules/learning/student-course/course-event.ts'
import { selectStudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import { errors } from '#platform/errors.ts'
import { binary, operation } from '#platform/operation.ts'
import { filesPort } from '#platform/ports.ts'
import { id, z } from '#platform/schema.ts'
import { readSubmissionsKey } from './permissions.ts'

/** Always sent as a download, because an uploaded file must never be displayed on the product's own origin. */
export const downloadSubmittedDocument = operation({
  call: 'GET /attachment/submissions/{student_course_id}/{attachment_id}',
  summary: 'One uploaded document as a file',
  added: true,
  may: staffOfCourse(readSubmissionsKey, 'student_course_id'),
  takes: z.object({ student_course_id: id(), attachment_id: id() }),
  gives: binary('application/octet-stream'),
  async run(ctx, { student_course_id, attachment_id }) {
    const documents = await listDocuments(ctx, student_course_id)
    const document = documents.find((registrationDocument) => registrationDocument.attachment_id === attachment_id)
    if (!document) throw errors.notFound()
    const course = await selectStudentCourse(ctx, student_course_id)
    await ctx.audit({ action: 'document.open', ...courseEvent(course), after: { attachment_id } })
    const { stream } = await ctx.use(filesPort).open(document.file_key)
    return { body: stream, name: document.name, type: document.content_type }
  },
})
