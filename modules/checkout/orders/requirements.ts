import { type AgeRule, ageOn, meetsAge } from '#modules/catalogue/versions/age-rule.shared.ts'
import { enabledMethods, type PricedLine } from '#modules/checkout/cart/priced-cart.ts'
import { isMailed } from '#modules/checkout/cart/ship-certificate.ts'
import { checkoutErrors } from '#modules/checkout/errors.ts'
import { findConfirmedBirth, parseDate, refuseBirth } from '#modules/identity/index.ts'
import { findIneligibility, learningErrors } from '#modules/learning/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { type Issue, Refusal, type RefusalKind } from '#platform/errors.ts'
import { type Locale, localize, type Text } from '#platform/texts.ts'
import { todayOf } from '#platform/zone.ts'
import { addressTexts } from './address.texts.ts'
import type { Address, BuyCart } from './buy-cart.schema.ts'

/** The texts and requirements of a line. It need not be in a cart: a key opens a course without one. */
type LineWithRules = Pick<PricedLine, 'course_registration_options'> & { cart_item_id?: number }
const rulesOf = (lines: readonly LineWithRules[]) => lines.map((line) => line.course_registration_options)

/** The lines whose disclaimer is accepted at checkout; others' are accepted at registration. */
export const linesToAgree = <T extends LineWithRules>(lines: readonly T[]): T[] =>
  lines.filter(({ course_registration_options: rules }) => (rules.iAgreeLocation ?? 'checkout') === 'checkout')

/** The requirements of a cart's agreement. */
export function agreementOf(lines: readonly LineWithRules[]) {
  const requiredRules = rulesOf(linesToAgree(lines))
  return {
    needed: requiredRules.length > 0,
    type: requiredRules.some((rules) => rules.mustTypeIAgree),
    open: requiredRules.some((rules) => rules.mustOpenModal),
  }
}

/**
 * Throws termsMissing, with `extraFields` in the response. 'I agree' is compared trimmed and case-insensitively, in
 * either language.
 */
export function requireAgreement(
  lines: readonly LineWithRules[],
  agreement: BuyCart['agreement'],
  locale: Locale,
  extraFields: Record<string, unknown> = {},
): void {
  const { needed, type, open } = agreementOf(lines)
  if (!needed) return
  const message = localize(locale, checkoutErrors.termsMissing.text)
  const refuse = (field: string) =>
    checkoutErrors.termsMissing({}, extraFields, [{ path: `agreement.${field}`, message }])
  if (!agreement?.accepted) throw refuse('accepted')
  if (type && !['i agree', 'acepto'].includes(agreement.typed.trim().toLowerCase())) throw refuse('typed')
  if (open && !agreement.opened) throw refuse('opened')
}

/** Throws shippingInvalid at each item without a method whose course offers some. */
export function requireShipping(lines: readonly PricedLine[], locale: Locale): void {
  const undecidedLines = lines.filter(({ method, methods }) => method === null && enabledMethods(methods).length > 0)
  if (undecidedLines.length === 0) return
  const message = localize(locale, checkoutErrors.shippingInvalid.text)
  const issues = undecidedLines.map(({ cart_item_id }) => ({ path: `shipping_${cart_item_id}`, message }))
  throw checkoutErrors.shippingInvalid({}, {}, issues)
}

export const needsAddress = (lines: readonly PricedLine[]): boolean =>
  lines.some(({ method }) => method !== null && isMailed(method.lk_shipping_type_id))

type Addressed = { shipping?: Address | null | undefined; billing?: Address | null | undefined }

/** Throws addressMissing, field by field, if a certificate goes by mail. */
export function requireAddress(lines: readonly PricedLine[], { shipping }: Addressed, locale: Locale): void {
  if (needsAddress(lines)) requireCompleteAddress('shipping', shipping, locale)
}

/**
 * The billing address if it differs from the certificates' address; null if not, or if nothing is mailed and none was
 * given. Throws addressMissing for an incomplete one.
 */
export function billingOf(
  lines: readonly PricedLine[],
  { billing, sameAsShipping }: Addressed & { sameAsShipping?: boolean | null | undefined },
  locale: Locale,
): Address | null {
  const isBlank = !billing || !Object.values(billing).some(Boolean)
  const isSameAsShipping = sameAsShipping ?? isBlank
  if (isSameAsShipping || (isBlank && !needsAddress(lines))) return null
  return requireCompleteAddress('billing', billing, locale)
}

function requireCompleteAddress(kind: keyof Addressed, address: Address | null | undefined, locale: Locale): Address {
  const issues: Issue[] = []
  const addIssueIfEmpty = (path: string, value: unknown, text: Text) => {
    if (!value) issues.push({ path: `${kind}.${path}`, message: localize(locale, text) })
  }
  addIssueIfEmpty('address1', address?.address1, addressTexts.address1)
  addIssueIfEmpty('city', address?.city, addressTexts.city)
  addIssueIfEmpty('stateId', address?.stateId, addressTexts.state)
  addIssueIfEmpty('zip', address?.zip, addressTexts.zip)
  if (!address || issues.length > 0) throw checkoutErrors.addressMissing({}, {}, issues)
  return address
}

export const needsAge = (lines: readonly LineWithRules[]): boolean => rulesOf(lines).some((rules) => rules.ageEnabled)

/** Additional fields of the response to a refused checkout. */
type ExtraFields = Record<string, unknown>

/**
 * Throws ageAbove and ageBelow, ageUnknown without a date of birth, and dobFuture, all at the field `dob` with
 * `extraFields` in the response; `day` is today, both days 'YYYY-MM-DD'. Each course is checked separately: every item
 * of a cart that excludes this age has its own issue, `item_{cart_item_id}`.
 */
function requireAge(
  lines: readonly LineWithRules[],
  dob: string | null,
  day: string,
  locale: Locale,
  extraFields: ExtraFields,
): void {
  const refuse = (kind: RefusalKind, values = {}, issues: Issue[] = []) =>
    new Refusal(kind, values, extraFields, [{ path: 'dob', message: localize(locale, kind.text, values) }, ...issues])
  if (!dob) throw refuse(checkoutErrors.ageUnknown)
  if (dob > day) throw refuse(checkoutErrors.dobFuture)
  const excludedLines = lines.filter(
    ({ course_registration_options: rule }) => rule.ageEnabled && !meetsAge(rule, ageOn(day, dob)),
  )
  if (excludedLines.length === 0) return
  const { age } = excludedLines[0]!.course_registration_options
  const issues = excludedLines.flatMap(({ cart_item_id, course_registration_options: rule }) =>
    cart_item_id === undefined
      ? []
      : [{ path: `item_${cart_item_id}`, message: localize(locale, ageError(rule).text, { age: rule.age }) }],
  )
  throw refuse(ageError(excludedLines[0]!.course_registration_options), { age }, issues)
}

const ageError = ({ aboveOrBelowAge }: AgeRule) =>
  aboveOrBelowAge === 'Above' ? checkoutErrors.ageAbove : checkoutErrors.ageBelow

type BirthInput = Pick<BuyCart, 'dob_confirmed'> & { dob?: string | undefined }

/** The buyer's account; null for one that the order creates. */
type Account = { user_id: number; dob: string | null } | null

/**
 * The buyer's effective date of birth, 'YYYY-MM-DD': the account's, else the typed (MM/DD/YYYY) and confirmed one. A
 * typed one replaces the account's only until it is confirmed. Null if no line has an age limit. Throws what requireAge
 * throws, dobUnconfirmed, and dateOfBirthDiffers.
 */
export async function requireDateOfBirth(
  ctx: Ctx,
  lines: readonly LineWithRules[],
  account: Account,
  { dob: dobInput, dob_confirmed }: BirthInput,
  extraFields: ExtraFields = {},
): Promise<string | null> {
  if (!needsAge(lines)) return null
  const accountDob = account?.dob ?? null
  const text = dobInput ? parseDate(dobInput) : null
  if (account && accountDob && text && text !== accountDob && (await findConfirmedBirth(ctx, account.user_id)))
    throw refuseBirth(ctx, 'dob')
  const dob = text ?? accountDob
  requireAge(lines, dob, todayOf(ctx), ctx.locale, extraFields)
  if (dob === accountDob || dob_confirmed) return dob
  const message = localize(ctx.locale, checkoutErrors.dobUnconfirmed.text)
  throw checkoutErrors.dobUnconfirmed({}, extraFields, [{ path: 'dob_confirmed', message }])
}

/**
 * Throws learningErrors.notEligible, with `extraFields` in the response, for a buyer whom the program of a course
 * excludes: by age, as far as it is known, or because an earlier completion still counts. Every item of a cart
 * concerned has its own issue.
 */
export async function requireEligibleBuyer(
  ctx: Ctx,
  lines: readonly { cart_item_id?: number; course_version_id: number }[],
  buyer: { user_id: number | null; dob: string | null },
  extraFields: ExtraFields = {},
): Promise<void> {
  const reasons: { cart_item_id?: number; reason: string }[] = []
  for (const { course_version_id, cart_item_id } of lines) {
    const reason = await findIneligibility(ctx, buyer, { course_version_id })
    if (reason !== null) reasons.push({ reason, ...(cart_item_id !== undefined && { cart_item_id }) })
  }
  const [first] = reasons
  if (!first) return
  const issues = reasons.flatMap(({ cart_item_id, reason }) =>
    cart_item_id === undefined ? [] : [{ path: `item_${cart_item_id}`, message: reason }],
  )
  throw learningErrors.notEligible({ reason: first.reason }, extraFields, issues)
}
