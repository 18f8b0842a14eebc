import { type Question, withoutAnswers } from '#modules/catalogue/index.ts'
import { quizErrors } from '#modules/learning/questions/errors.ts'
import { questionsOf } from '#modules/learning/questions/questions.ts'
import type { Ctx } from '#platform/ctx.ts'
import { operation } from '#platform/operation.ts'
import { either, staff, student } from '#platform/permissions.ts'
import { id, queryList, z } from '#platform/schema.ts'
import { findSeenVersions, findTaughtIn } from './seen-question.sql.ts'

const ShownQuestion = z.object({
  question_id: z.number(),
  order: z.number(),
  type: z.string(),
  questionType: z.string(),
  lk_question_type_id: z.number(),
  references: z.string(),
  /** Includes the right answers for staff; students get only what may be seen before submitting. */
  configuration: z.looseObject({ title: z.string() }),
})
type QuestionView = z.output<typeof ShownQuestion>

const may = either(staff('MANAGE_COURSES:READ'), student)

export const questionConfig = operation({
  call: 'GET /quiz/question/config/',
  summary: 'The settings of a question',
  may,
  takes: z.object({ question_id: id() }),
  gives: z.object({ question: ShownQuestion, configuration: ShownQuestion.shape.configuration }),
  fails: [quizErrors.questionUnknown],
  async run(ctx, { question_id }) {
    const [question] = await listVisible(ctx, [question_id])
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
  summary: "The settings of several questions, without those the caller can't see",
  may,
  takes: z.object({ question_ids: ids }),
  gives: z.object({ questions: z.array(ShownQuestion) }),
  run: async (ctx, { question_ids }) => ({ questions: await listVisible(ctx, question_ids) }),
})

async function listVisible(ctx: Ctx, question_ids: readonly number[]): Promise<QuestionView[]> {
  const isStudent = student.gate(ctx.actor)
  const versions = await (isStudent ? findSeenVersions : findTaughtIn)(ctx, question_ids)
  const byVersion = Map.groupBy(
    question_ids.filter((question_id) => versions.has(question_id)),
    (question_id) => versions.get(question_id)!,
  )
  const byId = new Map<number, Question>()
  for (const [version, versionIds] of byVersion)
    for (const question of await questionsOf(ctx, version, versionIds)) byId.set(question.question_id, question)
  return question_ids.flatMap((question_id) => {
    const question = byId.get(question_id)
    return question ? [showQuestion(question, isStudent)] : []
  })
}

function showQuestion(question: Question, isStudent: boolean): QuestionView {
  const { question_id, order, type, lk_question_type_id, references } = question
  const base = { question_id, order, type, questionType: 'Question', lk_question_type_id }
  if (!isStudent) return { ...base, references, configuration: structuredClone(question.configuration) }
  return { ...base, references: '', configuration: withoutAnswers(question).configuration }
}
