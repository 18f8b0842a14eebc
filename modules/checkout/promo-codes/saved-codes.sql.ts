import type { Ctx } from '#platform/ctx.ts'
import type { Fragment } from '#platform/db/sql.ts'
import { errors } from '#platform/errors.ts'
import type { PromoCodeRow } from './promo-code.schema.ts'

const columns = (sql: Ctx['sql']): Fragment => sql`
  p.promo_code_id, p.code, p.organization_id, p.website_id, w.name as website_name, p.dollar_amount_off_cents,
  p.percent_off, p.starts_at, p.expires_at, p.usage_limit, p.once_per_customer, p.enabled,
  (select count(*)::integer from checkout.promo_use u where u.promo_code_id = p.promo_code_id) as used`

const tables = (sql: Ctx['sql']): Fragment => sql`
  checkout.promo_code p left join catalogue.v_website w on w.website_id = p.website_id`

const inScopeSql = ({ sql, organization }: Ctx): Fragment =>
  sql`p.organization_id = any(${sql.array(organization.scope)})`

/** The codes with these ids in the caller's organizations, by id; throws notFound if one is missing. */
export async function selectSavedCodes(ctx: Ctx, ids: readonly number[]): Promise<PromoCodeRow[]> {
  const { sql } = ctx
  const rows = await sql<PromoCodeRow>`
    select ${columns(sql)} from ${tables(sql)}
    where p.promo_code_id = any(${sql.array(ids)}) and ${inScopeSql(ctx)}
    order by p.promo_code_id`
  if (rows.length < new Set(ids).size) throw errors.notFound()
  return rows
}

/** Newest first. */
export const listSavedCodes = async (ctx: Ctx, page: { limit: number; offset: number }): Promise<PromoCodeRow[]> =>
  ctx.sql<PromoCodeRow>`
    select ${columns(ctx.sql)} from ${tables(ctx.sql)} where ${inScopeSql(ctx)}
    order by p.created_at desc, p.promo_code_id desc
    limit ${page.limit} offset ${page.offset}`

export type CodeChoice = { promo_code_id: number; code: string; website_name: string | null }

/** The visited organization's own codes for a selection field, by name. */
export const listCodeChoices = async ({ sql, organization }: Ctx): Promise<CodeChoice[]> => sql<CodeChoice>`
  select p.promo_code_id, p.code, w.name as website_name from ${tables(sql)}
  where p.organization_id = ${organization.organization_id}
  order by p.code, p.promo_code_id
  limit 1000`

export async function countSavedCodes(ctx: Ctx): Promise<number> {
  const [row] = await ctx.sql<{ codes: number }>`
    select count(*)::integer as codes from checkout.promo_code p where ${inScopeSql(ctx)}`
  return row!.codes
}

export type WebsiteChoice = { website_id: number; organization_id: number; name: string; organization_name: string }

/** The websites for which the caller can create codes. */
export const listWebsiteChoices = async ({ sql, organization }: Ctx): Promise<WebsiteChoice[]> => sql<WebsiteChoice>`
  select w.website_id, w.organization_id, w.name, o.name as organization_name
  from catalogue.v_website w join identity.v_organization o on o.organization_id = w.organization_id
  where w.organization_id = any(${sql.array(organization.scope)})
  order by o.name, w.name, w.website_id
  limit 1000`

/** Selects the organization of a website in the caller's scope. Throws notFound. */
export async function selectWebsiteOrganization({ sql, organization }: Ctx, website_id: number): Promise<number> {
  const [row] = await sql<{ organization_id: number }>`
    select organization_id from catalogue.v_website
    where website_id = ${website_id} and organization_id = any(${sql.array(organization.scope)})`
  if (!row) throw errors.notFound()
  return row.organization_id
}

/** The codes valid on a website: its own and those for every website of its organization, by name. */
export const listCodesOfWebsite = async (
  { sql }: Ctx,
  website: { website_id: number; organization_id: number },
): Promise<PromoCodeRow[]> => sql<PromoCodeRow>`
  select ${columns(sql)} from ${tables(sql)}
  where p.organization_id = ${website.organization_id} and coalesce(p.website_id, ${website.website_id}) = ${website.website_id}
  order by p.code, p.promo_code_id
  limit 1000`

/** The place where a code is valid: one website, or all of the organization's if `website_id` is null. */
export type CodePlace = { code: string; organization_id: number; website_id: number | null }

/** The existing use of a code's name; `promo_code_id` is null for one added in the same request. */
export type CodeHolder = CodePlace & { promo_code_id: number | null; website_name: string | null }

/** The holders of these names in their organizations, on any website. */
export const listHolders = async (
  { sql }: Pick<Ctx, 'sql'>,
  places: readonly CodePlace[],
): Promise<CodeHolder[]> => sql<CodeHolder>`
  select p.promo_code_id, p.code, p.organization_id, p.website_id, w.name as website_name from ${tables(sql)}
  where p.code = any(${sql.array(places.map(({ code }) => code))})
    and p.organization_id = any(${sql.array(places.map(({ organization_id }) => organization_id))})
  order by p.promo_code_id`

/**
 * Finds the holder that conflicts with a code. A name must be unique wherever it is valid, so a code for all websites
 * conflicts with one for a single website. A code does not conflict with itself.
 */
export const findConflict = (
  holders: readonly CodeHolder[],
  { promo_code_id, ...place }: CodePlace & { promo_code_id: number | null },
): CodeHolder | undefined =>
  holders.find(
    (holder) =>
      holder.code === place.code &&
      holder.organization_id === place.organization_id &&
      (holder.website_id === null || place.website_id === null || holder.website_id === place.website_id) &&
      (holder.promo_code_id === null || holder.promo_code_id !== promo_code_id),
  )
