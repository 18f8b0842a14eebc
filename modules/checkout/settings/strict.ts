import type { CheckoutSettings, OwnSettings } from './checkout-settings.ts'

/** The settings that an organization may make stricter than they are above it, and never looser. */
const strictSettings = [
  'captcha',
  'refund_approval',
  'refund_approval_cents',
  'refund_approval_day_cents',
] as const satisfies (keyof CheckoutSettings)[]
export type StrictSetting = (typeof strictSettings)[number]

/** Which of the settings are looser than what holds above: a guard that is off, a sum that is higher. */
export function looserThan(above: CheckoutSettings, said: OwnSettings): StrictSetting[] {
  const sum = (name: 'refund_approval_cents' | 'refund_approval_day_cents') =>
    // Where nothing needs a second person the sums say nothing.
    above.refund_approval && (said[name] ?? 0) > above[name]
  const off = (name: 'captcha' | 'refund_approval') => above[name] && said[name] === false
  const looser: Record<StrictSetting, boolean> = {
    captcha: off('captcha'),
    refund_approval: off('refund_approval'),
    refund_approval_cents: sum('refund_approval_cents'),
    refund_approval_day_cents: sum('refund_approval_day_cents'),
  }
  return strictSettings.filter((name) => looser[name])
}

/** What an organization says, without what would be looser than above. */
export const tighten = (above: CheckoutSettings, said: OwnSettings): OwnSettings => ({
  ...said,
  ...Object.fromEntries(looserThan(above, said).map((name) => [name, null])),
})
