import { auditCourse } from '#modules/catalogue/drafts/audit-course.ts'
import { writer } from '#modules/catalogue/drafts/course-key.ts'
import { lockWorkingVersion, openDraft, saveTab, type Tab } from '#modules/catalogue/drafts/draft.sql.ts'
import { componentType } from '#modules/catalogue/lookups.shared.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { z } from '#platform/schema.ts'
import { authoredQuestion } from './authored-question.ts'
import type { Question } from './question.schema.ts'
import { selectQuestions } from './question.sql.ts'
import { AuthoredQuestion, QuestionInput } from './question-input.schema.ts'
import { hasQuestionChanges, listQuestionsOf, saveQuestions } from './save-questions.sql.ts'

export const updateQuestionConfig = operation({
  call: 'POST /quiz/question/update-config',
  summary: 'Saves one question in the draft of its course, with all its settings',
  may: writer,
  takes: QuestionInput,
  gives: z.object({ error: z.literal(false), question: AuthoredQuestion }),
  fails: [errors.notFound],
  async run(ctx, body) {
    const { sql } = ctx
    const question_id = body.question_id ?? 0
    const [row] = await sql<{ course_id: number }>`
      select v.course_id from catalogue.question q join catalogue.course_version v using (course_version_id)
      where q.question_id = ${question_id} and v.organization_id = any(${sql.array(ctx.organization.scope)})
      limit 1`
    if (!row) throw errors.notFound()
    const work = await lockWorkingVersion(ctx, row)
    const [storedQuestion] = await selectQuestions(ctx, work.course_version_id, [question_id])
    // It may only be in an earlier version.
    if (!storedQuestion) throw errors.notFound()
    const { used_in, quiz_id, course_question_bank_id } = storedQuestion
    const listKey = { used_in, quiz_id, course_question_bank_id }
    // The other questions of its list are sent unchanged, so that it keeps its position.
    const list = await listQuestionsOf(ctx, work.course_version_id, listKey)
    const sentList = list.map((question) =>
      question.question_id === question_id ? body : QuestionInput.parse(authoredQuestion(question)),
    )
    if (hasQuestionChanges(list, sentList, [])) {
      const draft = await openDraft(ctx, work)
      await saveQuestions(ctx, draft, listKey, sentList, [])
      await saveTab(ctx, draft, await tabOf(ctx, draft, storedQuestion))
      await auditCourse(ctx, 'course.question', work.course_id, {
        before: { question_id, configuration: storedQuestion.configuration },
        after: { question_id, configuration: body.configuration },
      })
      const [question] = await selectQuestions(ctx, draft, [question_id])
      return { error: false as const, question: authoredQuestion(question!) }
    }
    return { error: false as const, question: authoredQuestion(storedQuestion) }
  },
})

/** The tab of a question: an editor open there notices that it was saved elsewhere. */
async function tabOf({ sql }: Ctx, draft: number, { used_in, quiz_id }: Question): Promise<Tab> {
  if (used_in === 'bank') return 'questionBanks'
  if (used_in === 'registration') return 'registration'
  if (used_in !== 'quiz') return 'security'
  const [quiz] = await sql<{ final_ind: boolean }>`
    select final_ind from catalogue.component
    where course_version_id = ${draft} and lk_component_type_id = ${componentType.Quiz}
      and (data ->> 'quiz_id')::int = ${quiz_id}`
  return quiz?.final_ind ? 'finalexam' : 'outline'
}
