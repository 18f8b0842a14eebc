import { dollars } from '#modules/checkout/dollars.schema.ts'
import { phoneNumber } from '#modules/identity/index.ts'
import { toCents, toDollars } from '#platform/money.ts'
import { ownWords, ShownWords } from '#platform/own-words.ts'
import { flag, id, wording, z } from '#platform/schema.ts'
import type { CheckoutSettings, OwnSettings } from './checkout-settings.ts'
import { settingsTexts } from './settings.texts.ts'

const paymentMethods = ['card', 'paypal'] as const
const blankToNull = (value: unknown) => (value === '' || value === undefined ? null : value)
const inheritable = <T extends z.ZodType>(schema: T) =>
  z.preprocess(blankToNull, schema.nullable()).optional().default(null)

const longText = z
  .string()
  .trim()
  .min(1, { error: wording(settingsTexts.bothLanguages) })
  .max(50_000)
const localizedText = ownWords(longText)

const percent = z.coerce
  .number({ error: wording(settingsTexts.taxWrong) })
  .min(0, { error: wording(settingsTexts.taxWrong) })
  .max(30, { error: wording(settingsTexts.taxWrong) })
  .multipleOf(0.01, { error: wording(settingsTexts.taxWrong) })

const phone = phoneNumber(settingsTexts.phoneWrong)

const maxCents = 1_000_000_00
const refundLimit = dollars().refine((cents) => cents <= maxCents, { error: wording(settingsTexts.limitWrong) })

/** An organization's own settings. Settings that are null, blank or omitted are inherited. */
export const SettingsDraft = z.object({
  captcha: inheritable(flag()),
  /** At least one method, in any order. */
  paymentMethods: inheritable(
    z
      .array(z.enum(paymentMethods))
      .min(1, { error: wording(settingsTexts.methodMissing) })
      .max(2),
  ),
  defaultShippingType: inheritable(id().pipe(z.int().max(4))),
  /** A percentage from 0 to 30 with two decimals. */
  taxPercent: inheritable(percent),
  terms: inheritable(localizedText),
  privacy: inheritable(localizedText),
  supportPhone: inheritable(phone),
  supportEmail: inheritable(z.email({ error: wording(settingsTexts.emailWrong) }).max(200)),
  /**
   * Whether large refunds and voids need approval by a second person. The limits below are dollars per payment, and per
   * person and day.
   */
  refundApproval: inheritable(flag()),
  refundApprovalAbove: inheritable(refundLimit),
  refundApprovalAboveDay: inheritable(refundLimit),
})
export type SettingsDraft = z.output<typeof SettingsDraft>

const shownText = ShownWords.nullable()
/** Settings in responses. */
export const ShownSettings = z.object({
  captcha: z.boolean().nullable(),
  paymentMethods: z.array(z.enum(paymentMethods)).nullable(),
  defaultShippingType: z.int().nullable(),
  taxPercent: z.number().nullable(),
  terms: shownText,
  privacy: shownText,
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
  paymentMethods: settings.card === null ? null : paymentMethods.filter((method) => settings[method]),
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

/** Converts a draft to the organization's own settings. */
export const toOwnSettings = ({
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
  // Has two decimals, like dollars.
  tax_hundredths: taxPercent === null ? null : toCents(taxPercent),
  terms,
  privacy,
  support_phone: draft.supportPhone,
  support_email: draft.supportEmail,
  refund_approval: draft.refundApproval,
  refund_approval_cents: draft.refundApprovalAbove,
  refund_approval_day_cents: draft.refundApprovalAboveDay,
})
