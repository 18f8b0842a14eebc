import type { Issue } from '../../../platform/errors.ts'
import { shippingType } from '../../../platform/lookups.ts'
import { type Locale, pick, type Text } from '../../../platform/texts.ts'
import { offered, type PricedLine } from '../cart/priced-cart.ts'
import { checkoutErrors } from '../errors.ts'
import type { ProcessPayment } from '../payments/payment.schema.ts'
import { paymentTexts } from '../payments/payment.texts.ts'

type Rules = PricedLine['course_registration_options']
/** What of a line says whom and what it asks: a key opens a course that lies in no cart. */
type Ruled = Pick<PricedLine, 'course_registration_options'>
const rulesOf = (lines: readonly Ruled[]) => lines.map((line) => line.course_registration_options)

/** The lines whose disclaimer is agreed to at the checkout; the others' is agreed to with the registration. */
export const linesToAgree = <T extends Ruled>(lines: readonly T[]): T[] =>
  lines.filter(({ course_registration_options: rules }) => (rules.iAgreeLocation ?? 'checkout') === 'checkout')

/** What the agreement of a cart asks for. */
export function agreementOf(lines: readonly Ruled[]) {
  const needed = rulesOf(linesToAgree(lines))
  return {
    needed: needed.length > 0,
    type: needed.some((rules) => rules.mustTypeIAgree),
    open: needed.some((rules) => rules.mustOpenModal),
  }
}

/**
 * Throws termsMissing, with `answer` beside its words. 'I agree' is compared trimmed and without regard to case, in the
 * words of either language.
 */
export function requireAgreement(
  lines: readonly Ruled[],
  agreement: ProcessPayment['agreement'],
  answer: Record<string, unknown> = {},
): void {
  const { needed, type, open } = agreementOf(lines)
  if (!needed) return
  const refuse = (field: string) =>
    checkoutErrors.termsMissing({}, answer, [
      { path: `agreement.${field}`, message: checkoutErrors.termsMissing.text[0] },
    ])
  if (!agreement?.accepted) throw refuse('accepted')
  if (type && !['i agree', 'acepto'].includes(agreement.typed.trim().toLowerCase())) throw refuse('typed')
  if (open && !agreement.opened) throw refuse('opened')
}

/** Throws shippingInvalid unless every item has a method that its course offers (or the course offers none). */
export function requireShipping(lines: readonly PricedLine[]): void {
  const wrong = lines.find((line) => (line.method === null) !== (offered(line.methods).length === 0))
  if (wrong) throw checkoutErrors.shippingInvalid()
}

const byMail: readonly (number | null)[] = [shippingType.Mail, shippingType.MailOvernight]
/** Whether a certificate that is delivered so needs an address. */
export const isMailed = (lk_shipping_type_id: number | null): boolean => byMail.includes(lk_shipping_type_id)
export const needsAddress = (lines: readonly PricedLine[]): boolean =>
  lines.some(({ method }) => method !== null && isMailed(method.lk_shipping_type_id))

/** Throws addressMissing, field by field, when a certificate goes by mail. */
export function requireAddress(
  lines: readonly PricedLine[],
  shipping: ProcessPayment['shipping'],
  locale: Locale,
): void {
  if (!needsAddress(lines)) return
  const issues: Issue[] = []
  const need = (path: string, there: unknown, text: Text) => {
    if (!there) issues.push({ path: `shipping.${path}`, message: pick(locale, text) })
  }
  need('address1', shipping?.address1, paymentTexts.address)
  need('city', shipping?.city, paymentTexts.city)
  need('stateId', shipping?.stateId, paymentTexts.state)
  need('zip', shipping?.zip, paymentTexts.zip)
  if (issues.length > 0) throw checkoutErrors.addressMissing({}, {}, issues)
}

/** Full years between two days, each 'YYYY-MM-DD'. */
export function ageOn(day: string, dob: string): number {
  const years = Number(day.slice(0, 4)) - Number(dob.slice(0, 4))
  return day.slice(5) < dob.slice(5) ? years - 1 : years
}

export const needsAge = (lines: readonly Ruled[]): boolean => rulesOf(lines).some((rules) => rules.ageEnabled)

/** Throws ageAbove, ageBelow, or ageUnknown without a date of birth; `day` is today, both days 'YYYY-MM-DD'. */
export function requireAge(lines: readonly Ruled[], dob: string | null, day: string): void {
  const rules = rulesOf(lines).filter((one) => one.ageEnabled)
  if (rules.length === 0) return
  if (!dob || dob > day) throw checkoutErrors.ageUnknown()
  const age = ageOn(day, dob)
  for (const rule of rules) requireOne(rule, age)
}

function requireOne(rule: Rules, years: number): void {
  const { aboveOrBelowAge, age } = rule
  if (aboveOrBelowAge === 'Above' && years < age) throw checkoutErrors.ageAbove({ age })
  if (aboveOrBelowAge === 'Below' && years >= age) throw checkoutErrors.ageBelow({ age })
}
