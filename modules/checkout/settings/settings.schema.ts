import { dollars } from '#modules/checkout/dollars.schema.ts'
import { phoneNumber } from '#modules/identity/index.ts'
import { toCents, toDollars } from '#platform/money.ts'
import { ownWords, ShownWords } from '#platform/own-words.ts'
import { flag, id, wording, z } from '#platform/schema.ts'
import type { CheckoutSettings, OwnSettings } from './checkout-settings.ts'
import { settingsTexts } from './settings.texts.ts'

const methods = ['card', 'paypal'] as const
const blank = (value: unknown) => (value === '' || value === undefined ? null : value)
const orInherited = <T extends z.ZodType>(of: T) => z.preprocess(blank, of.nullable()).optional().default(null)

const longText = z
  .string()
  .trim()
  .min(1, { error: wording(settingsTexts.bothLanguages) })
  .max(50_000)
const texts = ownWords(longText)

const percent = z.coerce
  .number({ error: wording(settingsTexts.taxWrong) })
  .min(0, { error: wording(settingsTexts.taxWrong) })
  .max(30, { error: wording(settingsTexts.taxWrong) })
  .multipleOf(0.01, { error: wording(settingsTexts.taxWrong) })

const phone = phoneNumber(settingsTexts.phoneWrong)

const maxCents = 1_000_000_00
const limit = dollars().refine((cents) => cents <= maxCents, { error: wording(settingsTexts.limitWrong) })

/** An organization's own settings; null, blank and omitted ones are inherited. */
export const SettingsDraft = z.object({
  captcha: orInherited(flag()),
  /** At least one of them, in any order. */
  paymentMethods: orInherited(
    z
      .array(z.enum(methods))
      .min(1, { error: wording(settingsTexts.methodMissing) })
      .max(2),
  ),
  defaultShippingType: orInherited(id().pipe(z.int().max(4))),
  /** Percent with two decimals, 0 to 30. */
  taxPercent: orInherited(percent),
  terms: orInherited(texts),
  privacy: orInherited(texts),
  supportPhone: orInherited(phone),
  supportEmail: orInherited(z.email({ error: wording(settingsTexts.emailWrong) }).max(200)),
  /**
   * Whether large refunds and voids need a second person: above this many dollars of one payment, or by one person per
   * day.
   */
  refundApproval: orInherited(flag()),
  refundApprovalAbove: orInherited(limit),
  refundApprovalAboveDay: orInherited(limit),
})
export type SettingsDraft = z.output<typeof SettingsDraft>

const shownTexts = ShownWords.nullable()
/** Settings in responses. */
export const ShownSettings = z.object({
  captcha: z.boolean().nullable(),
  paymentMethods: z.array(z.enum(methods)).nullable(),
  defaultShippingType: z.int().nullable(),
  taxPercent: z.number().nullable(),
  terms: shownTexts,
  privacy: shownTexts,
  supportPhone: z.string().nullable(),
  supportEmail: z.string().nullable(),
  refundApproval: z.boolean().nullable(),
  refundApprovalAbove: z.number().nullable(),
  refundApprovalAboveDay: z.number().nullable(),
})
export type ShownSettings = z.output<typeof ShownSettings>

/** Own or effective settings in the contract's shape. */
export const settingsResponse = (settings: OwnSettings | CheckoutSettings): ShownSettings => ({
  captcha: settings.captcha,
  paymentMethods: settings.card === null ? null : methods.filter((method) => settings[method]),
  defaultShippingType: settings.lk_shipping_type_id,
  taxPercent: settings.tax_hundredths === null ? null : settings.tax_hundredths / 100,
  terms: settings.terms,
  privacy: settings.privacy,
  supportPhone: settings.support_phone,
  supportEmail: settings.support_email,
  refundApproval: settings.refund_approval,
  refundApprovalAbove: dollarsOf(settings.refund_approval_cents),
  refundApprovalAboveDay: dollarsOf(settings.refund_approval_day_cents),
})

const dollarsOf = (cents: number | null) => (cents === null ? null : toDollars(cents))

/** A draft as the organization's own settings. */
export const ownSettingsOf = ({
  paymentMethods,
  taxPercent,
  terms,
  privacy,
  ...draft
}: SettingsDraft): OwnSettings => ({
  captcha: draft.captcha,
  card: paymentMethods?.includes('card') ?? null,
  paypal: paymentMethods?.includes('paypal') ?? null,
  lk_shipping_type_id: draft.defaultShippingType,
  // Two decimals, like money.
  tax_hundredths: taxPercent === null ? null : toCents(taxPercent),
  terms,
  privacy,
  support_phone: draft.supportPhone,
  support_email: draft.supportEmail,
  refund_approval: draft.refundApproval,
  refund_approval_cents: draft.refundApprovalAbove,
  refund_approval_day_cents: draft.refundApprovalAboveDay,
})
