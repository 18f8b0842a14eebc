import { toCents, toDollars } from '#platform/money.ts'
import { count, flag, id, wording, z } from '#platform/schema.ts'
import { promoTexts } from './promo-code.texts.ts'

/** A promo code, normalized to upper case. */
export const promoCode = () =>
  z
    .string({ error: wording(promoTexts.codeWrong) })
    .max(60, { error: wording(promoTexts.codeWrong) })
    .transform((text) => text.trim().toUpperCase())
    .refine((code) => /^[A-Z0-9_-]{1,40}$/.test(code), { error: wording(promoTexts.codeWrong) })

const blankToNull = (value: unknown) => (value === '' || value === undefined ? null : value)
const nullableField = <T extends z.ZodType>(schema: T) =>
  z.preprocess(blankToNull, schema.nullable()).optional().default(null)

const dollarsError = { error: wording(promoTexts.dollarsWrong) }
const dollars = z.coerce
  .number(dollarsError)
  .positive(dollarsError)
  .max(10_000, dollarsError)
  .multipleOf(0.01, dollarsError)
const percentError = { error: wording(promoTexts.percentWrong) }
const percent = z.coerce.number(percentError).int(percentError).min(1, percentError).max(100, percentError)

/** A code to add (without `promo_code_id`) or change. Fields that only responses have (`used`, …) are ignored. */
export const PromoCodeDraft = z
  .object({
    promo_code_id: nullableField(id()),
    code: promoCode(),
    /** Null: every website of the organization. */
    website_id: nullableField(id()),
    dollar_amount_off: nullableField(dollars),
    percent_off: nullableField(percent),
    starts_at: nullableField(z.iso.datetime({ offset: true })),
    expires_at: nullableField(z.iso.datetime({ offset: true })),
    /** Null: unlimited. */
    usage_limit: nullableField(count()),
    once_per_customer: flag().default(true),
    enabled: flag().default(true),
  })
  .superRefine(({ dollar_amount_off, percent_off, starts_at, expires_at }, { addIssue }) => {
    if ((dollar_amount_off === null) === (percent_off === null))
      addIssue({ code: 'custom', path: ['dollar_amount_off'], message: wording(promoTexts.oneDiscount) })
    if (starts_at !== null && expires_at !== null && Date.parse(starts_at) >= Date.parse(expires_at))
      addIssue({ code: 'custom', path: ['expires_at'], message: wording(promoTexts.periodWrong) })
  })
export type PromoCodeDraft = z.output<typeof PromoCodeDraft>

/** A promo code in responses to staff. */
export const SavedPromoCode = z.object({
  promo_code_id: z.int(),
  code: z.string(),
  organization_id: z.int(),
  website_id: z.int().nullable(),
  website_name: z.string().nullable(),
  dollar_amount_off: z.number().nullable(),
  percent_off: z.int().nullable(),
  starts_at: z.iso.datetime().nullable(),
  expires_at: z.iso.datetime().nullable(),
  usage_limit: z.int().nullable(),
  once_per_customer: z.boolean(),
  enabled: z.boolean(),
  /** The number of uses, including payments in progress. */
  used: z.int(),
})
export type SavedPromoCode = z.output<typeof SavedPromoCode>

export type PromoCodeRow = Omit<SavedPromoCode, 'dollar_amount_off' | 'starts_at' | 'expires_at'> & {
  dollar_amount_off_cents: number | null
  starts_at: Date | null
  expires_at: Date | null
}

/** A row in the contract's shape. */
export const promoCodeResponse = ({ dollar_amount_off_cents: cents, ...row }: PromoCodeRow): SavedPromoCode => ({
  ...row,
  dollar_amount_off: cents === null ? null : toDollars(cents),
  starts_at: row.starts_at?.toISOString() ?? null,
  expires_at: row.expires_at?.toISOString() ?? null,
})

/** The column values of a draft. */
export const promoCodeColumns = ({ dollar_amount_off, promo_code_id: _, ...draft }: PromoCodeDraft) => ({
  ...draft,
  dollar_amount_off_cents: dollar_amount_off === null ? null : toCents(dollar_amount_off),
})
