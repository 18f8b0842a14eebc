import type { WorkingVersion } from '#modules/catalogue/drafts/draft.sql.ts'
import { catalogueErrors } from '#modules/catalogue/errors.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'

type Part = { course_id: number; required_ind: boolean }

/**
 * Saves the courses bundled with a draft. They must be courses of an organization in scope, and not the course itself;
 * throws notFound for others.
 */
export async function saveBundle(ctx: Ctx, work: WorkingVersion, draft: number, parts: readonly Part[]): Promise<void> {
  const { sql } = ctx
  await requireOwned(
    ctx,
    work,
    parts.map(({ course_id }) => course_id),
  )
  await sql`delete from catalogue.course_bundle where course_version_id = ${draft}`
  if (parts.length === 0) return
  await holdAges(
    () =>
      sql`insert into catalogue.course_bundle ${sql(
        parts.map((part, index) => ({ course_version_id: draft, ...part, position: index + 1 })),
      )}`,
  )
}

/** Explains the database's refusal of a bundle whose age limits exclude everyone. */
export async function holdAges<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if ((error as { constraint_name?: string }).constraint_name === 'course_bundle_ages')
      throw catalogueErrors.bundleAges()
    throw error
  }
}

/** Saves the courses that a draft recommends. */
export async function saveUpsells(
  ctx: Ctx,
  work: WorkingVersion,
  draft: number,
  course_ids: readonly number[],
): Promise<void> {
  const { sql } = ctx
  await requireOwned(ctx, work, course_ids)
  await sql`delete from catalogue.course_upsell where course_version_id = ${draft}`
  if (course_ids.length === 0) return
  await sql`insert into catalogue.course_upsell ${sql(
    course_ids.map((course_id, index) => ({ course_version_id: draft, course_id, position: index + 1 })),
  )}`
}

async function requireOwned(
  { sql, organization }: Ctx,
  work: WorkingVersion,
  course_ids: readonly number[],
): Promise<void> {
  if (course_ids.length === 0) return
  if (course_ids.includes(work.course_id) || new Set(course_ids).size < course_ids.length) throw errors.invalid()
  const rows = await sql`
    select from catalogue.course c
    where c.course_id = any(${sql.array([...course_ids])}::int[]) and c.deleted_at is null
      and c.organization_id = any(${sql.array(organization.scope)})`
  if (rows.length < course_ids.length) throw errors.notFound()
}
