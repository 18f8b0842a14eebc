import { componentType } from '#modules/catalogue/lookups.shared.ts'
import type { Ctx } from '#platform/ctx.ts'
import { componentTypeNames } from './outline.schema.ts'

type Kind = 'chapter' | 'section' | 'component'
type RemovedComponent = {
  type: (typeof componentTypeNames)[number]
  timer: { active: boolean; seconds: number }
  data: Readonly<Record<string, unknown>>
}

/** Parts deleted from a draft, by id. */
export type RemovedParts = {
  chapters: ReadonlySet<number>
  sections: ReadonlySet<number>
  components: ReadonlyMap<number, RemovedComponent>
}

type StoredComponent = {
  lk_component_type_id: number
  timer_active_ind: boolean
  timer_seconds: number
  data: Record<string, unknown>
}

/** The ids among these that were deleted from this draft. */
export async function listRemovedParts(
  { sql }: Pick<Ctx, 'sql'>,
  course_version_id: number,
  ids: readonly number[],
): Promise<RemovedParts> {
  const rows =
    ids.length === 0
      ? []
      : await sql<{ kind: Kind; part_id: number; component: StoredComponent | null }>`
          select kind, part_id, component from catalogue.removed_part
          where course_version_id = ${course_version_id} and part_id = any(${sql.array([...ids])}::int[])`
  const idsOf = (kind: Kind) => new Set(rows.filter((row) => row.kind === kind).map(({ part_id }) => part_id))
  return {
    chapters: idsOf('chapter'),
    sections: idsOf('section'),
    components: new Map(
      rows.flatMap(({ part_id, component }) => (component ? [[part_id, componentOf(component)]] : [])),
    ),
  }
}

const componentOf = (row: StoredComponent): RemovedComponent => ({
  type: componentTypeNames[row.lk_component_type_id - 1]!,
  timer: { active: row.timer_active_ind, seconds: row.timer_seconds },
  data: row.data,
})

/** Archives parts of a draft that are about to be deleted, with their quizzes' questions. */
export async function archiveParts(
  { sql }: Pick<Ctx, 'sql'>,
  course_version_id: number,
  removedIds: Readonly<Record<Kind, readonly number[]>>,
): Promise<void> {
  const { chapter, section, component } = removedIds
  const ints = (values: readonly number[]) => sql`${sql.array([...values])}::int[]`
  if (chapter.length + section.length > 0)
    await sql`
      insert into catalogue.removed_part (course_version_id, kind, part_id)
      select ${course_version_id}::int, 'chapter', * from unnest(${ints(chapter)})
      union all select ${course_version_id}::int, 'section', * from unnest(${ints(section)})
      on conflict do nothing`
  if (component.length > 0)
    await sql`
      insert into catalogue.removed_part (course_version_id, kind, part_id, component, questions)
      select c.course_version_id, 'component', c.component_id, to_jsonb(c), coalesce(
        (select jsonb_agg(to_jsonb(q)) from catalogue.question q
         where q.course_version_id = c.course_version_id and q.used_in = 'quiz'
           and c.lk_component_type_id = ${componentType.Quiz}
           and q.quiz_id = (c.data ->> 'quiz_id')::int), '[]')
      from catalogue.component c
      where c.course_version_id = ${course_version_id} and c.component_id = any(${ints(component)})
      on conflict (course_version_id, kind, part_id)
      do update set component = excluded.component, questions = excluded.questions`
}

/** Restores the questions of restored quizzes. */
export async function restoreQuestions(
  { sql }: Pick<Ctx, 'sql'>,
  course_version_id: number,
  component_ids: readonly number[],
): Promise<void> {
  if (component_ids.length === 0) return
  await sql`
    insert into catalogue.question
    select q.* from catalogue.removed_part p
    cross join lateral jsonb_populate_recordset(null::catalogue.question, p.questions) q
    where p.course_version_id = ${course_version_id} and p.kind = 'component'
      and p.part_id = any(${sql.array([...component_ids])}::int[])`
}

/** Deletes the archived parts, which a published draft no longer needs. */
export const deleteRemovedParts = ({ sql }: Pick<Ctx, 'sql'>, course_version_id: number) => sql`
  delete from catalogue.removed_part where course_version_id = ${course_version_id}`
