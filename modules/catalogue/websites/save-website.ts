import { catalogueErrors } from '#modules/catalogue/errors.ts'
import { attachmentIdOf } from '#modules/catalogue/media/attachment.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { staff } from '#platform/permissions.ts'
import { flag, id, optionalText, requiredText, z } from '#platform/schema.ts'
import { localText } from '#platform/texts.ts'
import type { PriceField, Prices } from './price-rule.shared.ts'
import { requirePrices, requireTerms } from './prices.ts'
import { requireUnchanged, seenUpdatedAt } from './seen.ts'
import { listWebsites, lockWebsitesOf, selectWebsite, type Website } from './website.sql.ts'
import { dayField, dollars, SocialLinks, webAddress } from './website-fields.schema.ts'
import { maySetTerms, requireKey, requireOrganization } from './website-permissions.ts'
import { websiteTexts as words } from './websites.texts.ts'

const takes = z.object({
  website_id: id().nullish(),
  /** For a new website; an existing one can't change it. */
  organization_id: id().nullish(),
  websiteName: requiredText(words.nameMissing, 100),
  /** The response of `POST /website/logo`. If omitted, the logo stays; '' removes it. */
  websiteLogo: optionalText(300).optional(),
  websiteUrl: webAddress(),
  coursePrice: dollars(),
  adminFee: dollars(),
  minimumPrice: dollars(),
  maximumPrice: dollars(),
  socialLinks: SocialLinks.optional(),
  phone: optionalText(40),
  isDefault: flag().nullish(),
  hosted_ind: flag().nullish(),
  hosted_location: optionalText(100),
  hosted_started_on: dayField(),
  updated_at: seenUpdatedAt(),
})
type Form = z.output<typeof takes>

export const saveWebsite = operation({
  call: 'POST /website/save',
  added: true,
  summary: 'Adds a website to an organization, or changes one. Prices are in dollars',
  may: staff(['MANAGE_WEBSITES:CREATE', 'MANAGE_WEBSITES:UPDATE']),
  takes,
  gives: z.object({ error: z.literal(false), website_id: z.int() }),
  fails: [
    errors.notFound,
    errors.forbidden,
    catalogueErrors.websiteExists,
    catalogueErrors.defaultWebsiteNeeded,
    catalogueErrors.termsFromAbove,
    catalogueErrors.betterThanOwn,
    catalogueErrors.changedMeanwhile,
  ],
  async run(ctx, form) {
    requireKey(ctx, form.website_id ? 'MANAGE_WEBSITES:UPDATE' : 'MANAGE_WEBSITES:CREATE')
    const organization_id = await ownerOf(ctx, form)
    await lockWebsitesOf(ctx, organization_id)
    // Read again, now under the lock.
    const before = form.website_id ? await selectWebsite(ctx, form.website_id) : null
    if (before) requireUnchanged(before, form.updated_at)
    const previous = before ?? (await newPrices(ctx, organization_id))
    const row = rowOf(form, before, previous)
    requirePrices(ctx, row, fields)
    const change = { before: previous, after: row, fresh: before === null }
    await requireTerms(ctx, { organization_id, course_id: null, fields }, change)
    await requireNewName(ctx, organization_id, row.name, before)
    const isDefault = await resolveDefault(ctx, organization_id, form, before)
    const website_id = before
      ? await updateWebsite(ctx, before, { ...row, default_website_ind: isDefault })
      : await insertWebsite(ctx, organization_id, { ...row, default_website_ind: isDefault })
    return { error: false as const, website_id, message: localText(ctx.locale, words, 'websiteSaved') }
  },
})

async function ownerOf(ctx: Ctx, { website_id, organization_id }: Form): Promise<number> {
  if (website_id) {
    const website = await selectWebsite(ctx, website_id)
    if (organization_id && organization_id !== website.organization_id) throw errors.notFound()
    return website.organization_id
  }
  const owner = organization_id ?? ctx.organization.organization_id
  requireOrganization(ctx, owner)
  return owner
}

type Row = Omit<Website, 'website_id' | 'organization_id' | 'code' | 'default_website_ind' | 'updated_at'>

const noPrices: Prices = { price_cents: null, admin_fee_cents: 0, min_price_cents: null, max_price_cents: null }
const fields: Record<PriceField, string> = {
  price_cents: 'coursePrice',
  admin_fee_cents: 'adminFee',
  min_price_cents: 'minimumPrice',
  max_price_cents: 'maximumPrice',
}

/** A website that an affiliate adds itself gets the terms of its default website. */
async function newPrices(ctx: Ctx, organization_id: number): Promise<Prices> {
  const [defaultWebsite] = (await maySetTerms(ctx, organization_id)) ? [] : await listWebsites(ctx, organization_id)
  if (!defaultWebsite) return noPrices
  const { admin_fee_cents, min_price_cents, max_price_cents } = defaultWebsite
  return { ...noPrices, admin_fee_cents, min_price_cents, max_price_cents }
}

function rowOf(form: Form, before: Website | null, previous: Prices): Row {
  const social = Object.entries(form.socialLinks ?? before?.social_links ?? {}).filter(([, url]) => url)
  return {
    price_cents: form.coursePrice === undefined ? previous.price_cents : form.coursePrice,
    admin_fee_cents: form.adminFee ?? previous.admin_fee_cents,
    min_price_cents: form.minimumPrice === undefined ? previous.min_price_cents : form.minimumPrice,
    max_price_cents: form.maximumPrice === undefined ? previous.max_price_cents : form.maximumPrice,
    name: form.websiteName,
    url: form.websiteUrl,
    phone: form.phone,
    logo: logoOf(form.websiteLogo, before),
    social_links: Object.fromEntries(social),
    hosted_ind: form.hosted_ind ?? false,
    hosted_location: form.hosted_location,
    hosted_started_on: form.hosted_started_on,
  }
}

/** Accepts one of our pictures or none, because pages show no pictures from other hosts. */
function logoOf(logo: string | undefined, before: Website | null): string {
  if (logo === undefined) return before?.logo ?? ''
  if (logo !== '' && logo !== before?.logo && attachmentIdOf(logo) === null) throw errors.invalid()
  return logo
}

async function requireNewName({ sql }: Ctx, organization_id: number, name: string, before: Website | null) {
  const [row] = await sql`
    select from catalogue.website
    where organization_id = ${organization_id} and lower(name) = lower(${name}) and deleted_at is null
      and website_id is distinct from ${before?.website_id ?? null}::int`
  if (row) throw catalogueErrors.websiteExists()
}

/** Keeps exactly one default website per organization: another one may replace it, but it can't just be unset. */
async function resolveDefault({ sql }: Ctx, organization_id: number, { isDefault }: Form, before: Website | null) {
  const [current] = await sql<{ website_id: number }>`
    select website_id from catalogue.website where organization_id = ${organization_id} and default_website_ind`
  if (!current) return true
  const isCurrent = current.website_id === before?.website_id
  if (isCurrent && isDefault === false) throw catalogueErrors.defaultWebsiteNeeded()
  if (isDefault && !isCurrent) {
    await sql`
      update catalogue.website set default_website_ind = false, updated_at = platform.now()
      where website_id = ${current.website_id} and organization_id = ${organization_id}`
  }
  return isCurrent || isDefault === true
}

type StoredRow = Row & { default_website_ind: boolean }
const rowToStore = ({ sql }: Ctx, row: StoredRow) => ({ ...row, social_links: sql.json(row.social_links) })

async function insertWebsite(ctx: Ctx, organization_id: number, row: StoredRow): Promise<number> {
  const { sql } = ctx
  const [organization] = await sql<{ code: string }>`
    select code from identity.v_organization where organization_id = ${organization_id}`
  const [website] = await sql<{ website_id: number }>`
    insert into catalogue.website ${sql({ organization_id, code: organization!.code, ...rowToStore(ctx, row) })}
    returning website_id`
  const { website_id } = website!
  await ctx.audit({ action: 'website.create', subject: `website_id:${website_id}`, after: { organization_id, ...row } })
  return website_id
}

async function updateWebsite(ctx: Ctx, before: Website, row: StoredRow): Promise<number> {
  const { website_id } = before
  await ctx.sql`
    update catalogue.website set ${ctx.sql(rowToStore(ctx, row))}, updated_at = platform.now()
    where website_id = ${website_id} and organization_id = ${before.organization_id}`
  const previousValues = Object.fromEntries(Object.keys(row).map((name) => [name, before[name as keyof StoredRow]]))
  await ctx.audit({ action: 'website.update', subject: `website_id:${website_id}`, before: previousValues, after: row })
  return website_id
}
