import type { Ctx } from '#platform/ctx.ts'
import { componentTypeNames, type OutlineChapter } from './outline.schema.ts'

type Reader = Pick<Ctx, 'sql'>

type ChapterRow = { chapter_id: number; position: number; name: string }
type SectionRow = { section_id: number; chapter_id: number; position: number; name: string }
type ComponentRow = {
  position: number
  component_id: number
  section_id: number
  name: string
  lk_component_type_id: number
  timer_active_ind: boolean
  timer_seconds: number
}

/** The stored rows of an outline by id, for comparing with a save. */
export type StoredRows = {
  chapters: ReadonlyMap<number, ChapterRow>
  sections: ReadonlyMap<number, SectionRow>
  components: ReadonlyMap<number, ComponentRow>
}

/**
 * The chapters of a version with their sections and components, in order; includes empty ones but not the final exam.
 */
export const selectOutline = async (ctx: Reader, course_version_id: number): Promise<OutlineChapter[]> =>
  (await readOutline(ctx, course_version_id)).outline

/** Like `selectOutline`, with the stored rows. */
export async function readOutline(
  { sql }: Reader,
  course_version_id: number,
): Promise<{ outline: OutlineChapter[]; rows: StoredRows }> {
  const [chapters, sections, components] = await Promise.all([
    sql<ChapterRow>`
      select chapter_id, position, name from catalogue.chapter where course_version_id = ${course_version_id}
      order by position, chapter_id`,
    sql<SectionRow>`
      select section_id, chapter_id, position, name from catalogue.section where course_version_id = ${course_version_id}
      order by position, section_id`,
    sql<ComponentRow>`
      select component_id, section_id, position, name, lk_component_type_id, timer_active_ind, timer_seconds
      from catalogue.component where course_version_id = ${course_version_id} and section_id is not null
      order by position, component_id`,
  ])
  const bySection = Map.groupBy(components, ({ section_id }) => section_id)
  const byChapter = Map.groupBy(sections, ({ chapter_id }) => chapter_id)
  const outline = chapters.map(
    ({ chapter_id, name }, index): OutlineChapter => ({
      chapter_id,
      name,
      order: index + 1,
      type: 'chapter',
      expanded: true,
      sections: (byChapter.get(chapter_id) ?? []).map(({ section_id, name }, index) => ({
        section_id,
        name,
        order: index + 1,
        type: 'section',
        expanded: true,
        components: (bySection.get(section_id) ?? []).map(componentOf),
      })),
    }),
  )
  return {
    outline,
    rows: {
      chapters: new Map(chapters.map((row) => [row.chapter_id, row])),
      sections: new Map(sections.map((row) => [row.section_id, row])),
      components: new Map(components.map((row) => [row.component_id, row])),
    },
  }
}

const componentOf = (row: ComponentRow, index: number) => ({
  component_id: row.component_id,
  name: row.name,
  type: componentTypeNames[row.lk_component_type_id - 1]!,
  order: index + 1,
  lk_component_type_id: row.lk_component_type_id,
  timer: { active: row.timer_active_ind, seconds: row.timer_seconds },
})

/** The stored data of one component of a version; undefined if there is none. */
export async function findComponent({ sql }: Reader, course_version_id: number, component_id: number) {
  const [row] = await sql<{
    component_id: number
    name: string
    lk_component_type_id: number
    final_ind: boolean
    data: Record<string, unknown>
  }>`
    select component_id, name, lk_component_type_id, final_ind, data from catalogue.component
    where course_version_id = ${course_version_id} and component_id = ${component_id}`
  return row
}

/** The stored data of some components of a version, by id. */
export async function listData({ sql }: Reader, course_version_id: number, component_ids: readonly number[]) {
  if (component_ids.length === 0) return new Map<number, Record<string, unknown>>()
  const rows = await sql<{ component_id: number; data: Record<string, unknown> }>`
    select component_id, data from catalogue.component
    where course_version_id = ${course_version_id} and component_id = any(${sql.array([...component_ids])}::int[])`
  return new Map(rows.map(({ component_id, data }) => [component_id, data]))
}
