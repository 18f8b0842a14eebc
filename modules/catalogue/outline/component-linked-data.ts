import { author } from '#modules/catalogue/drafts/course-key.ts'
import { selectWorkingVersion } from '#modules/catalogue/drafts/draft.sql.ts'
import { componentType } from '#modules/catalogue/lookups.shared.ts'
import { resolveMedia, sourcesOf } from '#modules/catalogue/media/resolve-media.ts'
import { authoredQuestion } from '#modules/catalogue/questions/authored-question.ts'
import { listQuestions } from '#modules/catalogue/questions/question.sql.ts'
import { AuthoredQuestion } from '#modules/catalogue/questions/question-input.schema.ts'
import { listQuestionsOf } from '#modules/catalogue/questions/save-questions.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { Fragment } from '#platform/db/sql.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { id, z } from '#platform/schema.ts'
import { componentTypeNames } from './outline.schema.ts'
import { findComponent } from './outline.sql.ts'

const LinkedData = z.object({
  component_id: z.int(),
  course_id: z.int(),
  course_version_id: z.int(),
  name: z.string(),
  type: z.enum(componentTypeNames),
  /** The component's data, including a quiz's questions. */
  data: z.looseObject({}),
  /** The addresses of its files by their source names. */
  media: z.record(z.string(), z.string()),
})

export const componentLinkedData = operation({
  call: 'POST /course/getComponentLinkedData',
  summary: 'The contents of a component in the version that authors edit',
  may: author,
  takes: z.object({ component_id: id(), type: z.string().max(20).optional() }),
  gives: z.object({ error: z.literal(false), data: LinkedData }),
  fails: [errors.notFound],
  changes: false,
  run: async (ctx, { component_id }) => ({
    error: false as const,
    data: await selectLinkedData(ctx, ctx.sql`c.component_id = ${component_id}`),
  }),
})

export const mediaComponentLinkedData = operation({
  call: 'POST /course/getMediaComponentLinkedData',
  summary: 'The contents of a media component, by the id of its medium',
  may: author,
  takes: z.object({ media_component_id: id(), type: z.string().max(20).optional() }),
  gives: z.object({ error: z.literal(false), data: LinkedData }),
  fails: [errors.notFound],
  changes: false,
  run: async (ctx, { media_component_id }) => ({
    error: false as const,
    data: await selectLinkedData(
      ctx,
      ctx.sql`c.lk_component_type_id = ${componentType.Media}
        and c.data @> jsonb_build_object('media_id', ${media_component_id}::int)`,
    ),
  }),
})

async function selectLinkedData(ctx: Ctx, condition: Fragment): Promise<z.output<typeof LinkedData>> {
  const [row] = await ctx.sql<{ course_id: number; component_id: number }>`
    select v.course_id, c.component_id
    from catalogue.component c join catalogue.course_version v using (course_version_id)
    where ${condition} and v.organization_id = any(${ctx.sql.array(ctx.organization.scope)})
    order by v.version_number = 0 desc, v.version_number desc limit 1`
  if (!row) throw errors.notFound()
  const { course_id, course_version_id, organization_id } = await selectWorkingVersion(ctx, row)
  const component = await findComponent(ctx, course_version_id, row.component_id)
  if (!component) throw errors.notFound()
  const { component_id, name, lk_component_type_id, data } = component
  const type = componentTypeNames[lk_component_type_id - 1]!
  const questions = type === 'Quiz' ? await listQuestionsOf(ctx, course_version_id, quizListKey(data)) : null
  // The call above has checked that the data matches its type.
  const media = await resolveMedia(ctx, organization_id, sourcesOf({ type, data } as never))
  return {
    component_id,
    course_id,
    course_version_id,
    name,
    type,
    data: { ...data, ...(questions ? { questions: questions.map(authoredQuestion) } : {}) },
    media: Object.fromEntries([...media].map(([source, { url }]) => [source, url])),
  }
}

const quizListKey = ({ quiz_id }: Record<string, unknown>) => ({ used_in: 'quiz' as const, quiz_id: Number(quiz_id) })

export const inlineQuizData = operation({
  call: 'POST /course/getInlineQuizData',
  summary: 'The questions of an inline quiz: one of a bank, or those of a quiz',
  may: author,
  takes: z.object({
    quiz_id: z.int().nullish(),
    quiz_question_bank_id: id().nullish(),
    quiz_question_bank_question_id: id().nullish(),
  }),
  gives: z.object({ error: z.literal(false), questions: z.array(AuthoredQuestion) }),
  fails: [errors.notFound],
  changes: false,
  async run(ctx, { quiz_id, quiz_question_bank_id, quiz_question_bank_question_id }) {
    const { sql } = ctx
    const [row] = await sql<{ course_id: number }>`
      select v.course_id from catalogue.question q join catalogue.course_version v using (course_version_id)
      where v.organization_id = any(${sql.array(ctx.organization.scope)}) and (
        q.question_id = ${quiz_question_bank_question_id ?? null}::int
        or (${quiz_question_bank_question_id ?? null}::int is null and (
          q.course_question_bank_id = ${quiz_question_bank_id ?? null}::int or q.quiz_id = ${quiz_id ?? null}::int)))
      limit 1`
    if (!row) throw errors.notFound()
    const { course_version_id } = await selectWorkingVersion(ctx, row)
    const questions = await listQuestions(ctx, course_version_id, {
      ...(quiz_question_bank_id ? { course_question_bank_ids: [quiz_question_bank_id] } : {}),
      ...(!quiz_question_bank_id && !quiz_question_bank_question_id && quiz_id ? { quiz_id } : {}),
    })
    const questionId = quiz_question_bank_question_id
    return {
      error: false as const,
      questions: questions.filter(({ question_id }) => !questionId || question_id === questionId).map(authoredQuestion),
    }
  },
})
