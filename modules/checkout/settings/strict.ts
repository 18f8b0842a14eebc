import type { CheckoutSettings, OwnSettings } from './checkout-settings.ts'

/** The settings that an organization may make stricter than its parents', but not looser. */
const strictSettings = [
  'captcha',
  'refund_approval',
  'refund_approval_cents',
  'refund_approval_day_cents',
] as const satisfies (keyof CheckoutSettings)[]
export type StrictSetting = (typeof strictSettings)[number]

/** The settings that are looser than the effective ones above: a guard that is off, or a higher amount. */
export function looserThan(above: CheckoutSettings, settings: OwnSettings): StrictSetting[] {
  const sum = (name: 'refund_approval_cents' | 'refund_approval_day_cents') =>
    // The amounts only matter if a second person is needed.
    above.refund_approval && (settings[name] ?? 0) > above[name]
  const turnsOff = (name: 'captcha' | 'refund_approval') => above[name] && settings[name] === false
  const looser: Record<StrictSetting, boolean> = {
    captcha: turnsOff('captcha'),
    refund_approval: turnsOff('refund_approval'),
    refund_approval_cents: sum('refund_approval_cents'),
    refund_approval_day_cents: sum('refund_approval_day_cents'),
  }
  return strictSettings.filter((name) => looser[name])
}

/** An organization's settings without those that are looser than above. */
export const tighten = (above: CheckoutSettings, settings: OwnSettings): OwnSettings => ({
  ...settings,
  ...Object.fromEntries(looserThan(above, settings).map((name) => [name, null])),
})
