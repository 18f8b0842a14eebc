import { catalogueErrors } from '#modules/catalogue/errors.ts'
import { attachmentIdOf, isPicture, listAttachments } from '#modules/catalogue/media/attachment.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import type { Question, QuestionOption } from './question.schema.ts'
import { listQuestions } from './question.sql.ts'
import type { QuestionInput } from './question-input.schema.ts'
import { type QuestionUse, questionTypeOf, typesFor } from './question-types.shared.ts'

/** The list of the questions: a quiz, a bank, or the course's registration or security. */
export type QuestionListKey = {
  used_in: QuestionUse
  quiz_id?: number | null
  course_question_bank_id?: number | null
}

type Row = Pick<
  Question,
  'question_id' | 'order' | 'lk_question_type_id' | 'references' | 'conditional' | 'configuration'
>

/** Whether saving this list would change anything. */
export const hasQuestionChanges = (
  storedQuestions: readonly Question[],
  sentBody: readonly QuestionInput[],
  deletedIds: readonly number[],
): boolean =>
  deletedIds.some((id) => storedQuestions.some(({ question_id }) => question_id === id)) ||
  sentBody.some((question, index) => {
    const before = storedQuestions.find(({ question_id }) => question_id === question.question_id)
    return !before || textOf(rowOf(question, before.question_id, index + 1, new Map())) !== textOf(before)
  })

/**
 * Writes the questions of one list of a draft in the sent order: new ones get an id, existing ones keep theirs, and
 * those in `deleted` are removed. Conditions may refer to new questions by their sent ids. 404 for a foreign question.
 */
export async function saveQuestions(
  ctx: Ctx,
  course_version_id: number,
  listKey: QuestionListKey,
  sentBody: readonly QuestionInput[],
  deletedIds: readonly number[],
): Promise<void> {
  const { sql } = ctx
  const { used_in, quiz_id = null, course_question_bank_id = null } = listKey
  if (sentBody.some(({ lk_question_type_id }) => !typesFor(used_in).includes(lk_question_type_id)))
    throw errors.invalid()
  const storedQuestions = await listQuestionsOf(ctx, course_version_id, listKey)
  await requirePictures(ctx, course_version_id, sentBody, storedQuestions)
  const storedIds = new Set(storedQuestions.map(({ question_id }) => question_id))
  const isNew = ({ question_id }: QuestionInput) => !question_id || question_id < 1
  if (sentBody.some((question) => !isNew(question) && !storedIds.has(question.question_id!))) throw errors.notFound()
  const newIds = await reserveIds(ctx, sentBody.filter(isNew).length)
  const ids = sentBody.map((question) => (isNew(question) ? newIds.shift()! : question.question_id!))
  if (new Set(ids).size < ids.length) throw errors.invalid()
  const newIdOf = new Map(sentBody.map((question, index) => [question.question_id ?? 0, ids[index]!]))
  if (deletedIds.length > 0) {
    await sql`
      delete from catalogue.question
      where course_version_id = ${course_version_id} and question_id = any(${sql.array([...deletedIds])}::int[])
        and question_id = any(${sql.array([...storedIds])}::int[])`
  }
  const before = new Map(storedQuestions.map((question) => [question.question_id, question]))
  const changedRows = sentBody
    .map((question, index) => rowOf(question, ids[index]!, index + 1, newIdOf))
    .filter((row) => !before.has(row.question_id) || textOf(row) !== textOf(before.get(row.question_id)!))
  for (const row of changedRows) {
    const columns = {
      position: row.order,
      lk_question_type_id: row.lk_question_type_id,
      title: row.configuration.title,
      reference: row.references,
      conditional: sql.array(row.conditional),
      configuration: sql.json(row.configuration),
    }
    if (before.has(row.question_id)) {
      await sql`
        update catalogue.question set ${sql(columns)}
        where course_version_id = ${course_version_id} and question_id = ${row.question_id}`
    } else {
      const newRow = { course_version_id, question_id: row.question_id, used_in, quiz_id, course_question_bank_id }
      await sql`insert into catalogue.question ${sql({ ...newRow, ...columns })}`
    }
  }
}

/**
 * Throws imageUnknown for a new picture that is not in the library of the course's owner; a stored one may stay.
 * Refuses a picture for a type without pictures.
 */
async function requirePictures(
  ctx: Pick<Ctx, 'sql'>,
  course_version_id: number,
  sentBody: readonly QuestionInput[],
  storedQuestions: readonly Question[],
): Promise<void> {
  const withPicture = sentBody.filter(({ configuration }) => configuration.picture)
  if (withPicture.some(({ lk_question_type_id }) => !questionTypeOf(lk_question_type_id).picture))
    throw errors.invalid()
  const storedPictures = new Set(storedQuestions.map(({ configuration }) => configuration.picture?.src))
  const sources = new Set(
    withPicture.map(({ configuration }) => configuration.picture!.src).filter((src) => !storedPictures.has(src)),
  )
  if (sources.size === 0) return
  const [owner] = await ctx.sql<{ organization_id: number }>`
    select organization_id from catalogue.course_version where course_version_id = ${course_version_id}`
  const library = await listAttachments(ctx, owner!.organization_id, [...sources])
  const pictures = new Set(library.filter(isPicture).map(({ attachment_id }) => attachment_id))
  // In an archive, pictures have other addresses, which no browser can open.
  if ([...sources].some((source) => !pictures.has(attachmentIdOf(source) ?? 0))) throw catalogueErrors.imageUnknown()
}

/** The questions of one list of a version, in order. */
export const listQuestionsOf = (
  ctx: Pick<Ctx, 'sql'>,
  course_version_id: number,
  { used_in, quiz_id, course_question_bank_id }: QuestionListKey,
): Promise<Question[]> =>
  listQuestions(ctx, course_version_id, {
    used_in,
    ...(quiz_id ? { quiz_id } : {}),
    ...(course_question_bank_id ? { course_question_bank_ids: [course_question_bank_id] } : {}),
  })

/** Ids that are unique in the catalogue. */
export async function reserveIds({ sql }: Pick<Ctx, 'sql'>, count: number): Promise<number[]> {
  if (count === 0) return []
  const rows = await sql<{ id: number }>`
    select nextval('catalogue.authored_id')::int as id from generate_series(1, ${count}::int)`
  return rows.map(({ id }) => id)
}

function rowOf(body: QuestionInput, question_id: number, order: number, newIdOf: ReadonlyMap<number, number>): Row {
  const { lk_question_type_id, references, configuration } = body
  return {
    question_id,
    order,
    lk_question_type_id,
    references,
    conditional: body.conditional.map((condition) => {
      const [question, option] = condition.split(':')
      return `${newIdOf.get(Number(question)) ?? question}:${option}`
    }),
    configuration: {
      ...configuration,
      options: withIds(configuration.options).map((option) => ({
        ...option,
        conditional: option.conditional.map((id) => newIdOf.get(id) ?? id),
      })),
    } as Row['configuration'],
  }
}

/** Options with ids, unique within their question. */
export function withIds(options: QuestionInput['configuration']['options']): QuestionOption[] {
  let last = Math.max(0, ...options.map(({ id }) => id ?? 0))
  return options.map(({ id, ...option }) => ({ id: id ?? ++last, ...option }) as QuestionOption)
}

/** Equal questions give equal texts, regardless of field order. */
const textOf = ({ order, lk_question_type_id, references, conditional, configuration }: Row): string =>
  JSON.stringify([order, lk_question_type_id, references, conditional, sortFields(configuration)])

function sortFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortFields)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, inner]) => inner !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, inner]) => [name, sortFields(inner)]),
  )
}
