import { identityErrors } from '#modules/identity/index.ts'
import { learningErrors } from '#modules/learning/index.ts'
import { checkoutErrors } from './errors.ts'

/**
 * The reasons why an order cannot be bought in its current state: its items, its buyer, its promo code, or the terms.
 */
const orderRefusals = [
  checkoutErrors.cartEmpty,
  checkoutErrors.cartChanged,
  checkoutErrors.paymentRunning,
  checkoutErrors.promoInvalid,
  checkoutErrors.promoUsed,
  checkoutErrors.termsMissing,
  checkoutErrors.shippingInvalid,
  checkoutErrors.ageAbove,
  checkoutErrors.ageBelow,
  checkoutErrors.ageUnknown,
  checkoutErrors.dobFuture,
  checkoutErrors.dobUnconfirmed,
  learningErrors.notEligible,
  checkoutErrors.addressMissing,
  checkoutErrors.studentMissing,
  identityErrors.loginidInUse,
  identityErrors.dateOfBirthDiffers,
  checkoutErrors.orderClosed,
  checkoutErrors.courseStopped,
  checkoutErrors.nothingToRetake,
  checkoutErrors.nothingToReinstate,
  checkoutErrors.legalChanged,
]

/** Why an order or its payment is refused. */
export const paymentRefusals = [
  ...orderRefusals,
  checkoutErrors.methodNotOffered,
  checkoutErrors.cardMissing,
  checkoutErrors.cardUnknown,
  identityErrors.proofNeeded,
  checkoutErrors.cardNumber,
  checkoutErrors.tooManyDeclines,
  checkoutErrors.tooManyAtOnce,
  checkoutErrors.declined,
  checkoutErrors.failed,
]

/** Why the gateway's own page cannot be opened for an order. */
export const pageRefusals = [
  ...orderRefusals,
  checkoutErrors.methodNotOffered,
  checkoutErrors.tooManyDeclines,
  checkoutErrors.tooManyAtOnce,
  checkoutErrors.failed,
]

/** Why a saved card is not added, changed or removed. */
export const cardRefusals = [
  checkoutErrors.cardMissing,
  checkoutErrors.cardUnknown,
  identityErrors.proofNeeded,
  checkoutErrors.cardNumber,
  checkoutErrors.cardNotSaved,
  checkoutErrors.billingNotSaved,
  checkoutErrors.tooManyCards,
  checkoutErrors.tooManyCardTries,
]

/** Reasons why an order for a student is not created, regardless of who orders. */
export const chargeRefusals = [
  checkoutErrors.addressMissing,
  checkoutErrors.alreadyCharged,
  checkoutErrors.chargeMissing,
  checkoutErrors.nothingToReinstate,
  checkoutErrors.nothingToRetake,
  checkoutErrors.mixedOrganizations,
  checkoutErrors.ownOrder,
  checkoutErrors.paymentRunning,
  checkoutErrors.priceOutOfBounds,
  checkoutErrors.shippingInvalid,
  checkoutErrors.alreadyEnrolled,
  learningErrors.notEligible,
]
