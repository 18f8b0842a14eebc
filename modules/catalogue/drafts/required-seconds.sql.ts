import type { Ctx } from '#platform/ctx.ts'

/** The minimum time of a version: the active timers of its outline. */
export async function selectRequiredSeconds({ sql }: Pick<Ctx, 'sql'>, course_version_id: number): Promise<number> {
  const [row] = await sql<{ seconds: number }>`
    select coalesce(sum(required_seconds), 0)::int as seconds from catalogue.component
    where course_version_id = ${course_version_id} and not final_ind`
  return row!.seconds
}
