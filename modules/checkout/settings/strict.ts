import type { CheckoutSettings, OwnSettings } from './checkout-settings.ts'

/** The settings that an organization may make stricter than its parents', but not looser. */
const strictSettings = [
  'captcha',
  'refund_approval',
  'refund_approval_cents',
  'refund_approval_day_cents',
] as const satisfies (keyof CheckoutSettings)[]
export type StrictSetting = (typeof strictSettings)[number]

/** The settings that are looser than the parents' effective ones: a check that is turned off, or a higher amount. */
export function listLooserSettings(parentSettings: CheckoutSettings, settings: OwnSettings): StrictSetting[] {
  const isHigherAmount = (name: 'refund_approval_cents' | 'refund_approval_day_cents') =>
    // The amounts only matter if a second person is needed.
    parentSettings.refund_approval && (settings[name] ?? 0) > parentSettings[name]
  const isTurnedOff = (name: 'captcha' | 'refund_approval') => parentSettings[name] && settings[name] === false
  const looser: Record<StrictSetting, boolean> = {
    captcha: isTurnedOff('captcha'),
    refund_approval: isTurnedOff('refund_approval'),
    refund_approval_cents: isHigherAmount('refund_approval_cents'),
    refund_approval_day_cents: isHigherAmount('refund_approval_day_cents'),
  }
  return strictSettings.filter((name) => looser[name])
}

/** An organization's settings; those looser than the parents' are replaced by null. */
export const tighten = (parentSettings: CheckoutSettings, settings: OwnSettings): OwnSettings => ({
  ...settings,
  ...Object.fromEntries(listLooserSettings(parentSettings, settings).map((name) => [name, null])),
})
