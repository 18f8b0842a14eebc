import { toDollars } from '#platform/money.ts'
import { z } from '#platform/schema.ts'
import type { Website } from './website.sql.ts'

const price = () => z.number().nullable()

/** A row of the website lists. */
export const WebsiteRow = z.object({
  website_id: z.int(),
  organization_id: z.int(),
  name: z.string(),
  url: z.string(),
  code: z.string(),
  default_website_ind: z.boolean(),
})

/** A website with the field names of its form; prices in dollars. */
export const WebsiteResponse = WebsiteRow.extend({
  phone: z.string(),
  websiteName: z.string(),
  websiteLogo: z.string(),
  websiteUrl: z.string(),
  coursePrice: price(),
  adminFee: z.number(),
  minimumPrice: price(),
  maximumPrice: price(),
  socialLinks: z.record(z.string(), z.string()),
  isDefault: z.boolean(),
  hosted_ind: z.boolean(),
  hosted_location: z.string(),
  /** YYYY-MM-DD. */
  hosted_started_on: z.string().nullable(),
  /** Sent back with a change to avoid overwriting someone else's. */
  updated_at: z.iso.datetime(),
  can: z.object({ update: z.boolean(), remove: z.boolean(), setTerms: z.boolean() }),
})

const dollarsOrNull = (cents: number | null) => (cents === null ? null : toDollars(cents))

export const websiteResponse = (website: Website) => ({
  ...website,
  websiteName: website.name,
  websiteLogo: website.logo,
  websiteUrl: website.url,
  coursePrice: dollarsOrNull(website.price_cents),
  adminFee: toDollars(website.admin_fee_cents),
  minimumPrice: dollarsOrNull(website.min_price_cents),
  maximumPrice: dollarsOrNull(website.max_price_cents),
  socialLinks: website.social_links,
  isDefault: website.default_website_ind,
  updated_at: website.updated_at.toISOString(),
})
