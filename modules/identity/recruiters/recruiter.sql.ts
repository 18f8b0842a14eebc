import type { ProfileForm } from '#modules/identity/people/profile-form.schema.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { Fragment, Sql } from '#platform/db/sql.ts'
import { errors } from '#platform/errors.ts'
import { toCents, toDollars } from '#platform/money.ts'
import { localize } from '#platform/texts.ts'
import { recruiterTexts } from './recruiter.texts.ts'

export type TeachingOrganization = {
  organization_instructor_id: number
  organization_id: number
  code: string
  name: string
}

export type RecruiterRow = {
  recruiter_id: number
  organization_id: number
  code: string
  name: string
  recruiter_code: string
  recruiter_fee: number
}

/** The organizations that an instructor teaches for, within the caller's scope; without those that left their tree. */
export async function listTeaching(ctx: Pick<Ctx, 'sql' | 'organization'>, user_id: number) {
  return ctx.sql<TeachingOrganization>`
    select i.organization_instructor_id, i.organization_id, o.code, o.name
    from identity.instructor_organization i join identity.organization o using (organization_id)
    where i.user_id = ${user_id} and i.organization_id = any(${ctx.sql.array(ctx.organization.scope)})
      and not ${isLost(ctx.sql)}
    order by o.name, i.organization_id`
}

/** How many of an instructor's assigned organizations have left the tree of their own: those grant nothing any more. */
export async function countLost({ sql }: Pick<Ctx, 'sql'>, user_id: number): Promise<number> {
  const [row] = await sql<{ lost: number }>`
    select count(*)::int as lost from identity.instructor_organization i where i.user_id = ${user_id} and ${isLost(sql)}`
  return row!.lost
}

const isLost = (sql: Sql): Fragment => sql`
  not exists (select from identity.person p
              join identity.organization_closure own
                on own.ancestor_id = p.organization_id and own.descendant_id = i.organization_id
              where p.user_id = i.user_id)`

/**
 * Removes assignments that left the tree of an instructor's own organization; they may be out of the caller's scope.
 */
export async function forgetLost({ unscoped: { sql } }: Pick<Ctx, 'unscoped'>, user_id: number): Promise<void> {
  await sql`delete from identity.instructor_organization i where i.user_id = ${user_id} and ${isLost(sql)}`
}

/** The organizations that a person recruited, with code and fee in dollars, within the caller's scope. */
export async function listRecruited(ctx: Pick<Ctx, 'sql' | 'organization'>, user_id: number): Promise<RecruiterRow[]> {
  const rows = await ctx.sql<Omit<RecruiterRow, 'recruiter_fee'> & { recruiter_fee_cents: number }>`
    select r.recruiter_id, r.organization_id, o.code, o.name, r.recruiter_code, r.recruiter_fee_cents
    from identity.recruiter r join identity.organization o using (organization_id)
    where r.user_id = ${user_id} and r.organization_id = any(${ctx.sql.array(ctx.organization.scope)})
    order by o.name, r.organization_id`
  return rows.map(({ recruiter_fee_cents, ...row }) => ({ ...row, recruiter_fee: toDollars(recruiter_fee_cents) }))
}

function requireInScope({ organization }: Pick<Ctx, 'organization'>, ids: readonly number[]): void {
  if (ids.some((organization_id) => !organization.scope.includes(organization_id))) throw errors.notFound()
}

/** An instructor works for their own organization and those below it: any other would grant nothing. */
async function requireInOwnTree({ sql, locale }: Ctx, user_id: number, ids: readonly number[]): Promise<void> {
  const [row] = await sql`
    select from unnest(${sql.array(ids)}::int[]) as requested (organization_id)
    where not exists (
      select from identity.person p
      join identity.organization_closure c
        on c.ancestor_id = p.organization_id and c.descendant_id = requested.organization_id
      where p.user_id = ${user_id})`
  if (!row) return
  const message = localize(locale, recruiterTexts.outside)
  throw errors.invalid({}, {}, [{ path: 'instructorOrganizations', message }])
}

/** Replaces the list of organizations that an instructor teaches for; those out of the tree or scope stay. */
export async function saveTeaching(
  ctx: Ctx,
  user_id: number,
  organizations: NonNullable<ProfileForm['instructorOrganizations']>,
): Promise<void> {
  const ids = [...new Set(organizations.map(({ organization_id }) => organization_id))]
  requireInScope(ctx, ids)
  await requireInOwnTree(ctx, user_id, ids)
  await ctx.sql`
    delete from identity.instructor_organization i
    where i.user_id = ${user_id} and i.organization_id = any(${ctx.sql.array(ctx.organization.scope)})
      and i.organization_id <> all(${ctx.sql.array(ids)}::int[]) and not ${isLost(ctx.sql)}`
  for (const organization_id of ids) {
    await ctx.sql`
      insert into identity.instructor_organization (organization_id, user_id) values (${organization_id}, ${user_id})
      on conflict (user_id, organization_id) do nothing`
  }
}

/** Adds and changes a person's recruited organizations, and removes the named rows. Ids out of scope are notFound. */
export async function saveRecruited(
  ctx: Ctx,
  user_id: number,
  recruiter: NonNullable<ProfileForm['recruiter']>,
  deleteRecruiter: readonly number[],
): Promise<void> {
  requireInScope(
    ctx,
    recruiter.map(({ organization_id }) => organization_id),
  )
  if (deleteRecruiter.length > 0) {
    await ctx.sql`
      delete from identity.recruiter
      where user_id = ${user_id} and recruiter_id = any(${ctx.sql.array(deleteRecruiter)})
        and organization_id = any(${ctx.sql.array(ctx.organization.scope)})`
  }
  for (const { recruiter_id, organization_id, recruiter_code, recruiter_fee } of recruiter) {
    if (recruiter_id && deleteRecruiter.includes(recruiter_id)) continue
    const row = { organization_id, user_id, recruiter_code, recruiter_fee_cents: toCents(recruiter_fee) }
    await ctx.sql`
      insert into identity.recruiter ${ctx.sql(row)}
      on conflict (user_id, organization_id) do update
      set recruiter_code = excluded.recruiter_code, recruiter_fee_cents = excluded.recruiter_fee_cents`
  }
}
