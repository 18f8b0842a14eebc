import { componentType } from '#modules/catalogue/lookups.shared.ts'
import type { Ctx } from '#platform/ctx.ts'

type Chapter = { chapter_id: number; position: number; name: string }
type Section = Chapter & { section_id: number }
type Component = {
  component_id: number
  section_id: number
  position: number
  name: string
  lk_component_type_id: number
  timer_active_ind: boolean
  timer_seconds: number
}

const arraysOf = ({ sql }: Ctx) => ({
  ints: (values: readonly number[]) => sql`${sql.array([...values])}::int[]`,
  texts: (values: readonly string[]) => sql`${sql.array([...values])}::text[]`,
})

export async function upsertChapters(ctx: Ctx, course_version_id: number, rows: readonly Chapter[]): Promise<void> {
  if (rows.length === 0) return
  const { ints, texts } = arraysOf(ctx)
  await ctx.sql`
    insert into catalogue.chapter (course_version_id, chapter_id, position, name)
    select ${course_version_id}, * from unnest(${ints(rows.map((row) => row.chapter_id))},
      ${ints(rows.map((row) => row.position))}, ${texts(rows.map((row) => row.name))})
    on conflict (course_version_id, chapter_id) do update set position = excluded.position, name = excluded.name`
}

export async function upsertSections(ctx: Ctx, course_version_id: number, rows: readonly Section[]): Promise<void> {
  if (rows.length === 0) return
  const { ints, texts } = arraysOf(ctx)
  await ctx.sql`
    insert into catalogue.section (course_version_id, section_id, chapter_id, position, name)
    select ${course_version_id}, * from unnest(${ints(rows.map((row) => row.section_id))},
      ${ints(rows.map((row) => row.chapter_id))}, ${ints(rows.map((row) => row.position))},
      ${texts(rows.map((row) => row.name))})
    on conflict (course_version_id, section_id)
    do update set chapter_id = excluded.chapter_id, position = excluded.position, name = excluded.name`
}

/** Deletes components, including the questions of quizzes. */
export async function deleteComponents(ctx: Ctx, course_version_id: number, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const { ints } = arraysOf(ctx)
  await ctx.sql`
    delete from catalogue.question q using catalogue.component c
    where c.course_version_id = ${course_version_id} and c.component_id = any(${ints(ids)})
      and c.lk_component_type_id = ${componentType.Quiz}
      and q.course_version_id = c.course_version_id and q.used_in = 'quiz'
      and q.quiz_id = (c.data ->> 'quiz_id')::int`
  await ctx.sql`
    delete from catalogue.component
    where course_version_id = ${course_version_id} and component_id = any(${ints(ids)})`
}

export async function updateComponents(ctx: Ctx, course_version_id: number, rows: readonly Component[]): Promise<void> {
  if (rows.length === 0) return
  const { sql } = ctx
  const { ints, texts } = arraysOf(ctx)
  await sql`
    update catalogue.component c
    set section_id = n.section_id, position = n.position, name = n.name, timer_seconds = n.timer_seconds,
        timer_active_ind = n.timer_active_ind,
        required_seconds = case when n.timer_active_ind then n.timer_seconds else 0 end
    from unnest(${ints(rows.map((row) => row.component_id))}, ${ints(rows.map((row) => row.section_id))},
                ${ints(rows.map((row) => row.position))}, ${texts(rows.map((row) => row.name))},
                ${ints(rows.map((row) => row.timer_seconds))},
                ${sql.array(rows.map((row) => row.timer_active_ind))}::boolean[])
         as n (component_id, section_id, position, name, timer_seconds, timer_active_ind)
    where c.course_version_id = ${course_version_id} and c.component_id = n.component_id`
}

/** `data` is the content of the new components, by id. */
export async function insertComponents(
  { sql }: Ctx,
  course_version_id: number,
  rows: readonly Component[],
  data: ReadonlyMap<number, Readonly<Record<string, unknown>>>,
): Promise<void> {
  if (rows.length === 0) return
  await sql`insert into catalogue.component ${sql(
    rows.map((row) => ({
      course_version_id,
      component_id: row.component_id,
      section_id: row.section_id,
      position: row.position,
      name: row.name,
      lk_component_type_id: row.lk_component_type_id,
      timer_active_ind: row.timer_active_ind,
      timer_seconds: row.timer_seconds,
      required_seconds: row.timer_active_ind ? row.timer_seconds : 0,
      data: sql.json(data.get(row.component_id)),
    })),
  )}`
}

/** Deletes empty sections and chapters. */
export async function deleteParts(
  ctx: Ctx,
  course_version_id: number,
  { section, chapter }: { section: readonly number[]; chapter: readonly number[] },
): Promise<void> {
  const { ints } = arraysOf(ctx)
  if (section.length > 0)
    await ctx.sql`
      delete from catalogue.section
      where course_version_id = ${course_version_id} and section_id = any(${ints(section)})`
  if (chapter.length > 0)
    await ctx.sql`
      delete from catalogue.chapter
      where course_version_id = ${course_version_id} and chapter_id = any(${ints(chapter)})`
}

/** Keeps the final exam after all other components. */
export const putFinalExamLast = ({ sql }: Ctx, course_version_id: number, position: number) => sql`
  update catalogue.component set position = ${position}
  where course_version_id = ${course_version_id} and final_ind and position <> ${position}`
