import {
  type IdMap,
  idsIn,
  innerIds,
  renameChecks,
  renameCondition,
  replaceIds,
} from '#modules/catalogue/drafts/renumber.ts'
import { reserveIds } from '#modules/catalogue/questions/save-questions.sql.ts'
import type { Ctx } from '#platform/ctx.ts'

/**
 * Assigns new ids to everything in the draft of a copied course: versions of one course share ids, two courses never
 * do, because quizzes, components and questions are requested by id alone.
 */
export async function assignNewIds(ctx: Ctx, course_version_id: number): Promise<void> {
  const { sql } = ctx
  const listIds = async (table: string, column: string) =>
    (
      await sql<{ id: number }>`
        select ${sql(column)} as id from ${sql(`catalogue.${table}`)}
        where course_version_id = ${course_version_id} order by 1`
    ).map(({ id }) => id)
  const newIdsFor = async (oldIds: readonly number[]): Promise<IdMap> => {
    const newIds = await reserveIds(ctx, oldIds.length)
    return new Map(oldIds.map((id, index) => [id, newIds[index]!]))
  }
  const components = await sql<{ component_id: number; data: Record<string, unknown> }>`
    select component_id, data from catalogue.component
    where course_version_id = ${course_version_id} order by position`
  const questions = await newIdsFor(await listIds('question', 'question_id'))
  const banks = await newIdsFor(await listIds('course_question_bank', 'course_question_bank_id'))
  const componentIds = await newIdsFor(components.map(({ component_id }) => component_id))
  const innerIdMaps = new Map<string, IdMap>()
  for (const kind of innerIds)
    innerIdMaps.set(kind, await newIdsFor([...new Set(components.flatMap(({ data }) => idsIn(data, kind)))]))
  const quizzes = innerIdMaps.get('quiz_id')!

  const replaceColumn = async (table: string, column: string, newIds: IdMap) => {
    const pairs = sql`unnest(${sql.array([...newIds.keys()])}::int[], ${sql.array([...newIds.values()])}::int[])`
    await sql`
      update ${sql(`catalogue.${table}`)} t set ${sql(column)} = n.new_id from ${pairs} as n (old_id, new_id)
      where t.course_version_id = ${course_version_id} and t.${sql(column)} = n.old_id`
  }
  // A question refers to its bank, so banks are created before the questions move to them, and the old ones are deleted
  // afterward.
  await sql`
    insert into catalogue.course_question_bank (course_version_id, course_question_bank_id, name)
    select course_version_id, n.new_id, b.name
    from catalogue.course_question_bank b
    join unnest(${sql.array([...banks.keys()])}::int[], ${sql.array([...banks.values()])}::int[]) as n (old_id, new_id)
      on n.old_id = b.course_question_bank_id
    where b.course_version_id = ${course_version_id}`
  await replaceColumn('question', 'course_question_bank_id', banks)
  await sql`
    delete from catalogue.course_question_bank
    where course_version_id = ${course_version_id} and course_question_bank_id = any(${sql.array([...banks.keys()])}::int[])`
  await replaceColumn('question', 'quiz_id', quizzes)
  await replaceColumn('component', 'component_id', componentIds)

  const rows = await sql<{ question_id: number; conditional: string[]; configuration: Record<string, unknown> }>`
    select question_id, conditional, configuration from catalogue.question where course_version_id = ${course_version_id}`
  for (const { question_id, conditional, configuration } of rows) {
    const row = {
      question_id: questions.get(question_id)!,
      conditional: sql.array(conditional.map((condition) => renameCondition(condition, questions))),
      configuration: sql.json(replaceIds(configuration, { conditional: questions, selectedComponent: componentIds })),
    }
    await sql`
      update catalogue.question set ${sql(row)}
      where course_version_id = ${course_version_id} and question_id = ${question_id}`
  }
  const fields = { ...Object.fromEntries(innerIdMaps), questions, course_question_bank_id: banks }
  for (const { component_id, data } of components) {
    await sql`
      update catalogue.component set data = ${sql.json(replaceIds(data, fields))}
      where course_version_id = ${course_version_id} and component_id = ${componentIds.get(component_id)!}`
  }
  const [version] = await sql<{ options: Record<string, unknown> }>`
    select course_security_options as options from catalogue.course_version
    where course_version_id = ${course_version_id}`
  await sql`
    update catalogue.course_version set course_security_options = ${sql.json(renameChecks(version!.options, componentIds))}
    where course_version_id = ${course_version_id}`
}
