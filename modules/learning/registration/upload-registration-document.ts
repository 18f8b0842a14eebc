import { questionType } from '#modules/catalogue/questions/question-types.shared.ts'
import { ofCourse } from '#modules/learning/permissions.ts'
import { quizErrors } from '#modules/learning/questions/errors.ts'
import { courseEvent } from '#modules/learning/student-course/course-event.ts'
import type { StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { readBytes } from '#platform/files/read-bytes.ts'
import { operation } from '#platform/operation.ts'
import { fileBody, id, z } from '#platform/schema.ts'
import { maxDocument, storeDocument } from './documents.ts'
import { registrationErrors } from './errors.ts'
import { lockForRegistration } from './registration-open.ts'
import { selectRegistrationState } from './registration-state.ts'
import { requireOpenQuestion, requireQuestion } from './write-answer.ts'

export const uploadRegistrationDocument = operation({
  call: 'POST /registration/document',
  summary: 'Uploads a document for a registration question; its id is then sent as the answer. The body is the file',
  added: true,
  may: ofCourse('studentCourseId'),
  takes: z.object({
    studentCourseId: id(),
    questionId: id(),
    /** The name of the file, with its extension. */
    name: z.string().trim().min(1).max(200),
    document: fileBody(),
  }),
  gives: z.object({ attachment_id: z.int() }),
  file: 'document',
  fails: [
    quizErrors.questionUnknown,
    quizErrors.answerClosed,
    registrationErrors.noTimer,
    registrationErrors.tooManyDocuments,
  ],
  transaction: { own: 'no transaction waits for an upload' },
  async run(ctx, { studentCourseId, questionId, name, document }) {
    // Checked before the file is read, because a question that can't be answered accepts no file.
    const course = await ctx.tx((inner) => requireUploadable(inner, studentCourseId, questionId))
    const bytes = await readBytes(document.stream, maxDocument)
    const { attachment_id } = await storeDocument(ctx, course, questionId, { name, bytes })
    await ctx.tx((inner) =>
      inner.audit({ action: 'registration.document', ...courseEvent(course), after: { attachment_id, name } }),
    )
    return { attachment_id }
  },
})

async function requireUploadable(ctx: Ctx, studentCourseId: number, questionId: number): Promise<StudentCourse> {
  const course = await lockForRegistration(ctx, studentCourseId)
  const state = await selectRegistrationState(ctx, course)
  const question = requireQuestion(state, questionId)
  if (question.lk_question_type_id !== questionType.upload) throw quizErrors.questionUnknown()
  requireOpenQuestion(ctx, state, question)
  return course
}
