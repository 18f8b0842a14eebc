import { lk_shipping_type } from '#modules/catalogue/lookups.shared.ts'
import { leaverTexts } from '#modules/checkout/leaver/leaver.texts.ts'
import { settingsTexts as checkout } from '#modules/checkout/settings/settings.texts.ts'
import { formatHours, type SupportHours } from '#modules/settings/index.ts'
import { lk_issue_category } from '#modules/support/lookups.shared.ts'
import { supportSettingsTexts as support } from '#modules/support/settings/support-settings.texts.ts'
import { label, options } from '#platform/lookups.ts'
import { formatMoney } from '#platform/money.ts'
import { type OwnWords, wordsIn } from '#platform/own-words.ts'
import { pathTo } from '#platform/path-to.ts'
import { maskPhone } from '#platform/phone.ts'
import { type Locale, localText, type Text } from '#platform/texts.ts'
import { overviewTexts as words } from './organization-settings.texts.ts'

export const areas = ['checkout', 'support', 'email', 'security', 'leaver'] as const
export type Area = (typeof areas)[number]

/** The page of an area, and the audit action of its changes. */
export const areaPages: Readonly<Record<Area, { href: string; action: string }>> = {
  checkout: { href: pathTo('/manage/settings/checkout'), action: 'checkout.settings' },
  support: { href: pathTo('/manage/settings/support'), action: 'support.settings' },
  email: { href: pathTo('/manage/settings/emails'), action: 'email.sender' },
  security: { href: pathTo('/settings'), action: 'organization.security' },
  leaver: { href: pathTo('/manage/settings/leaver'), action: 'checkout.leaver' },
}

/** One setting: its field in the layers, which is also its name in the audit log. */
export type DeclaredSetting = {
  field: string
  label: Text
  show: (value: unknown, locale: Locale) => string
  /** Organizations below may only make it stricter. */
  strict?: true
}

const onOff = (value: unknown, locale: Locale) => localText(locale, checkout, value ? 'on' : 'off')
const money = (value: unknown, locale: Locale) => formatMoney(Number(value), locale)
const text = (value: unknown, locale: Locale) => (value ? String(value) : localText(locale, checkout, 'none'))
const phone = (value: unknown, locale: Locale) => text(value && maskPhone(String(value)), locale)

const maxShown = 80
/** The start of an organization's own text; the product's if it has none. */
function formatValue(value: unknown, locale: Locale): string {
  if (!value) return localText(locale, checkout, 'standard')
  const text = typeof value === 'string' ? value : wordsIn(value as OwnWords, locale)
  const line = text.replaceAll(/\s+/g, ' ')
  return line.length > maxShown ? `${line.slice(0, maxShown)}…` : line
}

export const declaredSettings: Readonly<Record<Area, readonly DeclaredSetting[]>> = {
  checkout: [
    { field: 'card', label: checkout.card, show: onOff },
    { field: 'paypal', label: checkout.paypal, show: onOff },
    { field: 'captcha', label: checkout.captcha, show: onOff, strict: true },
    { field: 'tax_hundredths', label: checkout.tax, show: (value) => `${(Number(value) / 100).toFixed(2)} %` },
    {
      field: 'lk_shipping_type_id',
      label: checkout.shipping,
      show: (value, locale) => label(lk_shipping_type, Number(value), locale),
    },
    { field: 'refund_approval', label: checkout.approval, show: onOff, strict: true },
    { field: 'refund_approval_cents', label: checkout.approvalAbove, show: money, strict: true },
    { field: 'refund_approval_day_cents', label: checkout.approvalAboveDay, show: money, strict: true },
    { field: 'terms', label: checkout.terms, show: formatValue },
    { field: 'privacy', label: checkout.privacy, show: formatValue },
    { field: 'support_phone', label: checkout.phone, show: phone },
    { field: 'support_email', label: checkout.email, show: text },
  ],
  support: [
    { field: 'phone', label: support.phone, show: phone },
    { field: 'email', label: support.email, show: text },
    { field: 'hours', label: support.hours, show: (value, locale) => formatHours(value as SupportHours, locale) },
    { field: 'answer', label: words.answer, show: formatValue },
    { field: 'default_assignee', label: support.assignee, show: text },
    {
      field: 'categories',
      label: support.categories,
      show: (value, locale) =>
        options(lk_issue_category, locale)
          .filter((option) => value === null || (value as readonly number[]).includes(option.value))
          .map((option) => option.label)
          .join(', '),
    },
  ],
  email: [
    { field: 'sender_name', label: words.senderName, show: text },
    { field: 'reply_to', label: words.replyTo, show: text },
    {
      field: 'footer_en',
      label: words.footer,
      show: (value, locale) => (value ? formatValue(value, locale) : text(value, locale)),
    },
  ],
  security: [{ field: 'staff_2fa_required', label: words.twoFactor, show: onOff, strict: true }],
  leaver: [
    { field: 'enabled_ind', label: leaverTexts.enabled, show: onOff },
    { field: 'mobile_seconds', label: leaverTexts.mobile, show: String },
    { field: 'email_enabled_ind', label: leaverTexts.mailEnabled, show: onOff },
    { field: 'email_minutes', label: leaverTexts.minutes, show: String },
  ],
}
