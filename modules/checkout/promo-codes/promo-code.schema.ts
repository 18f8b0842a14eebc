import { toCents, toDollars } from '#platform/money.ts'
import { count, flag, id, wording, z } from '#platform/schema.ts'
import { promoTexts } from './promo-code.texts.ts'

/** A stored code: upper case. */
export const promoCode = () =>
  z
    .string({ error: wording(promoTexts.codeWrong) })
    .max(60, { error: wording(promoTexts.codeWrong) })
    .transform((typed) => typed.trim().toUpperCase())
    .refine((code) => /^[A-Z0-9_-]{1,40}$/.test(code), { error: wording(promoTexts.codeWrong) })

const blank = (value: unknown) => (value === '' || value === undefined ? null : value)
const orNone = <T extends z.ZodType>(of: T) => z.preprocess(blank, of.nullable()).optional().default(null)

const wrongDollars = { error: wording(promoTexts.dollarsWrong) }
const dollars = z.coerce
  .number(wrongDollars)
  .positive(wrongDollars)
  .max(10_000, wrongDollars)
  .multipleOf(0.01, wrongDollars)
const wrongPercent = { error: wording(promoTexts.percentWrong) }
const percent = z.coerce.number(wrongPercent).int(wrongPercent).min(1, wrongPercent).max(100, wrongPercent)

/** A code to add (without `promo_code_id`) or change; response-only fields (`used`, …) are ignored. */
export const PromoCodeDraft = z
  .object({
    promo_code_id: orNone(id()),
    code: promoCode(),
    /** Null: every website of the organization. */
    website_id: orNone(id()),
    dollar_amount_off: orNone(dollars),
    percent_off: orNone(percent),
    starts_at: orNone(z.iso.datetime({ offset: true })),
    expires_at: orNone(z.iso.datetime({ offset: true })),
    /** Null: unlimited. */
    usage_limit: orNone(count()),
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

/** A code as staff see it. */
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

/** A row in the shape of the calls. */
export const promoCodeResponse = ({ dollar_amount_off_cents: cents, ...row }: PromoCodeRow): SavedPromoCode => ({
  ...row,
  dollar_amount_off: cents === null ? null : toDollars(cents),
  starts_at: row.starts_at?.toISOString() ?? null,
  expires_at: row.expires_at?.toISOString() ?? null,
})

/** The columns that a draft changes. */
export const promoCodeColumns = ({ dollar_amount_off, promo_code_id: _, ...draft }: PromoCodeDraft) => ({
  ...draft,
  dollar_amount_off_cents: dollar_amount_off === null ? null : toCents(dollar_amount_off),
})
