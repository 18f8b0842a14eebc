import { isPersonal } from '#modules/catalogue/questions/purpose.shared.ts'
import { questionType } from '#modules/catalogue/questions/question-types.shared.ts'
import { staffOfCourse } from '#modules/learning/permissions.ts'
import { instant } from '#modules/learning/questions/quiz.schema.ts'
import { answerAsText } from '#modules/learning/registration/answer-as-text.ts'
import { selectRegistrationState } from '#modules/learning/registration/registration-state.ts'
import { selectStudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { operation } from '#platform/operation.ts'
import { id, z } from '#platform/schema.ts'
import { readSubmissionsKey } from './permissions.ts'
import { SubmittedWork } from './submission.schema.ts'
import { selectSubmittedWork } from './submitted-work.sql.ts'

/** An uploaded answer as staff see it. `version` is sent back with the decision. */
const DocumentResponse = z.object({
  question_id: z.number(),
  title: z.string(),
  /** The question's configuration and the answer as JSON, as documented. */
  configuration: z.string(),
  configured_answer: z.string(),
  /** The id of the file. */
  answer: z.number(),
  name: z.string(),
  content_type: z.string(),
  size_bytes: z.number(),
  uploaded_at: z.string(),
  state: z.enum(['waiting', 'accepted', 'refused', 'unasked']),
  comment: z.string().nullable(),
  reviewed_at: instant,
  version: z.number(),
})
export type DocumentResponseShown = z.output<typeof DocumentResponse>

export const DocumentReview = z.object({
  answers: z.array(DocumentResponse),
  userData: SubmittedWork.extend({
    /** The student's registration answers as text; personal numbers are left out. */
    registration: z.array(z.object({ title: z.string(), words: z.string() })),
  }),
})
export type DocumentReviewShown = z.output<typeof DocumentReview>

export const documentSubmission = operation({
  call: 'GET /attachment/submissions/fetch/{student_course_id}',
  summary: 'The documents that a student uploaded for a course, with the decision about each',
  may: staffOfCourse(readSubmissionsKey, 'student_course_id'),
  takes: z.object({ student_course_id: id() }),
  gives: DocumentReview,
  run: (ctx, { student_course_id }) => readDocumentReview(ctx, student_course_id),
})

export const documentSubmissionDetails = operation({
  call: 'GET /attachment/submission-details/{student_course_id}',
  summary: "The progress of the review of a course's documents",
  may: staffOfCourse(readSubmissionsKey, 'student_course_id'),
  takes: z.object({ student_course_id: id() }),
  gives: SubmittedWork.extend({
    waiting: z.number(),
    accepted: z.number(),
    refused: z.number(),
    finished_date: instant,
  }),
  async run(ctx, { student_course_id }) {
    const { answers, userData } = await readDocumentReview(ctx, student_course_id)
    const { registration, ...work } = userData
    const count = (state: DocumentResponseShown['state']) => answers.filter((answer) => answer.state === state).length
    const finished_date =
      answers
        .map(({ uploaded_at }) => uploaded_at)
        .sort()
        .at(-1) ?? null
    return {
      ...work,
      waiting: count('waiting'),
      accepted: count('accepted'),
      refused: count('refused'),
      finished_date,
    }
  },
})

/** The uploaded answers of a course. Callers must check the access. */
export async function readDocumentReview(ctx: Ctx, student_course_id: number): Promise<DocumentReviewShown> {
  const submittedCourse = await selectSubmittedWork(ctx, student_course_id)
  const state = await selectRegistrationState(ctx, await selectStudentCourse(ctx, student_course_id))
  const answers = state.visible.flatMap((question): DocumentResponseShown[] => {
    const row = state.answers.get(question.question_id)
    const document = state.documents.find(({ attachment_id }) => attachment_id === row?.answer)
    if (question.lk_question_type_id !== questionType.upload || !row || !document) return []
    const { title } = question.configuration
    return [
      {
        question_id: question.question_id,
        title,
        configuration: JSON.stringify(question.configuration),
        configured_answer: JSON.stringify({ attachment_id: document.attachment_id, name: document.name }),
        answer: document.attachment_id,
        name: document.name,
        content_type: document.content_type,
        size_bytes: document.size_bytes,
        uploaded_at: document.created_at.toISOString(),
        state: stateOf(row),
        comment: row.rejected_comment,
        reviewed_at: row.reviewed_at?.toISOString() ?? null,
        version: row.version,
      },
    ]
  })
  const registration = state.visible
    .filter((question) => question.lk_question_type_id !== questionType.upload && !isPersonal(question))
    .map((question) => ({
      title: question.configuration.title,
      words: answerAsText(state, question, state.answers.get(question.question_id)?.answer ?? null, ctx.locale),
    }))
    .filter(({ words }) => words !== '')
  return { answers, userData: { ...submittedCourse, registration } }
}

type ReviewState = { accepted_at: Date | null; rejected_at: Date | null; needs_review: boolean }
const stateOf = ({ accepted_at, rejected_at, needs_review }: ReviewState): DocumentResponseShown['state'] => {
  if (rejected_at) return 'refused'
  if (accepted_at) return 'accepted'
  return needs_review ? 'waiting' : 'unasked'
}
