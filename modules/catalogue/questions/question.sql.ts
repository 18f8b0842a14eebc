import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import type { Question } from './question.schema.ts'
import { type QuestionUse, questionTypeOf } from './question-types.shared.ts'

type Reader = Pick<Ctx, 'sql'>

/** Selects the questions of a quiz, of banks, or of the course's registration or security. */
export type QuestionFilter = {
  used_in?: QuestionUse
  quiz_id?: number
  course_question_bank_ids?: readonly number[]
  lk_question_type_id?: number
}

/** The questions of a version with their answers, in order; possibly empty. */
export async function listQuestions(
  { sql }: Reader,
  course_version_id: number,
  { used_in, quiz_id, course_question_bank_ids, lk_question_type_id }: QuestionFilter = {},
): Promise<Question[]> {
  const rows = await sql<QuestionRow>`
    ${columns(sql)}
    where course_version_id = ${course_version_id}
      ${used_in ? sql`and used_in = ${used_in}` : sql``}
      ${quiz_id ? sql`and quiz_id = ${quiz_id}` : sql``}
      ${course_question_bank_ids ? sql`and course_question_bank_id = any(${sql.array(course_question_bank_ids)})` : sql``}
      ${lk_question_type_id ? sql`and lk_question_type_id = ${lk_question_type_id}` : sql``}
    order by course_question_bank_id, quiz_id, position, question_id`
  return rows.map(withType)
}

/** These questions with their answers, in the order of the ids; notFound (404) if one is not of this version. */
export async function selectQuestions(
  { sql }: Reader,
  course_version_id: number,
  question_ids: readonly number[],
): Promise<Question[]> {
  if (question_ids.length === 0) return []
  const rows = await sql<QuestionRow>`
    ${columns(sql)}
    where course_version_id = ${course_version_id} and question_id = any(${sql.array(question_ids)})`
  const byId = new Map(rows.map((row) => [row.question_id, withType(row)]))
  return question_ids.map((question_id) => {
    const question = byId.get(question_id)
    if (!question) throw errors.notFound()
    return question
  })
}

type QuestionRow = Omit<Question, 'type'>

const columns = (sql: Ctx['sql']) => sql`
  select question_id, course_version_id, used_in, quiz_id, course_question_bank_id, position as "order",
         lk_question_type_id, reference as "references", conditional, configuration
  from catalogue.question`

const withType = (row: QuestionRow): Question => ({ ...row, type: questionTypeOf(row.lk_question_type_id).name })
