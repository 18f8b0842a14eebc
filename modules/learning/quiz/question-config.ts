import type { Ctx } from '../../../platform/ctx.ts'
import { operation } from '../../../platform/operation.ts'
import { either, staff, student } from '../../../platform/permissions.ts'
import { id, queryList, z } from '../../../platform/schema.ts'
import { withoutAnswers } from '../../catalogue/index.ts'
import { quizErrors } from './errors.ts'
import { questionOf } from './questions.ts'
import { findSeenIn, findTaughtIn } from './seen-question.sql.ts'

const Question = z.object({
  question_id: z.number(),
  order: z.number(),
  type: z.string(),
  questionType: z.string(),
  lk_question_type_id: z.number(),
  references: z.string(),
  /** With the right answers for staff; for students only what may be seen before submitting. */
  configuration: z.looseObject({ title: z.string() }),
})
type Shown = z.output<typeof Question>

const may = either(staff('MANAGE_COURSES:READ'), student)

export const questionConfig = operation({
  call: 'GET /quiz/question/config/',
  summary: 'How a question is set up',
  may,
  takes: z.object({ question_id: id() }),
  gives: z.object({ question: Question, configuration: Question.shape.configuration }),
  fails: [quizErrors.questionUnknown],
  async run(ctx, { question_id }) {
    const question = await selectShown(ctx, question_id)
    if (!question) throw quizErrors.questionUnknown()
    return { question, configuration: question.configuration }
  },
})

const ids = z.preprocess(
  (value) => (typeof value === 'string' && value.includes(',') ? value.split(',') : value),
  queryList(id()),
)

export const questionConfigs = operation({
  call: 'GET /quiz/question/config/multiple',
  summary: 'How several questions are set up; those out of reach are left out',
  may,
  takes: z.object({ question_ids: ids }),
  gives: z.object({ questions: z.array(Question) }),
  async run(ctx, { question_ids }) {
    const found = await Promise.all(question_ids.map((question_id) => selectShown(ctx, question_id)))
    return { questions: found.filter((question) => question !== null) }
  },
})

async function selectShown(ctx: Ctx, question_id: number): Promise<Shown | null> {
  const isStudent = student.gate(ctx.actor)
  const version = await (isStudent ? findSeenIn : findTaughtIn)(ctx, question_id)
  if (version === null) return null
  const question = await questionOf(ctx, version, question_id)
  const { order, type, lk_question_type_id, references } = question
  const head = { question_id, order, type, questionType: 'Question', lk_question_type_id }
  if (!isStudent) return { ...head, references, configuration: structuredClone(question.configuration) as never }
  return { ...head, references: '', configuration: withoutAnswers(question).configuration as never }
}
