import { dollars } from '#modules/checkout/dollars.schema.ts'
import { checkoutErrors } from '#modules/checkout/errors.ts'
import { paymentStatus } from '#modules/checkout/lookups.shared.ts'
import { lockPayment } from '#modules/checkout/payments/refunds/payment.sql.ts'
import { errors } from '#platform/errors.ts'
import { toDollars } from '#platform/money.ts'
import { operation } from '#platform/operation.ts'
import { staff, userOf } from '#platform/permissions.ts'
import { day, id, optionalText, requiredText, wording, z } from '#platform/schema.ts'
import { localize, localText } from '#platform/texts.ts'
import { todayOf } from '#platform/zone.ts'
import { chooseCourses, insertChargeback } from './book-chargeback.ts'
import { findCase, selectChargeableAmount } from './chargeback.sql.ts'
import { chargebackTexts } from './chargebacks.texts.ts'

export const coursesChoice = z.enum(['keep', 'stop'], { error: wording(chargebackTexts.coursesMissing) })
const chargebackDay = day(chargebackTexts.dayMissing)

export const enterChargeback = operation({
  call: 'POST /payment/chargeback',
  added: true,
  summary: 'Records a chargeback of a payment. The same case number is recorded once',
  may: staff('MANAGE_PAYMENTS:UPDATE'),
  takes: z.object({
    payment_id: id(),
    /** The number of the case at the bank or gateway. */
    case_number: requiredText(chargebackTexts.caseMissing, 100),
    amount: dollars(),
    reason: optionalText(500),
    received_on: chargebackDay,
    /** The bank's deadline for a response. */
    respond_by: chargebackDay.nullish(),
    /** Whether the student may continue the order's courses. Completed courses are never stopped. */
    courses: coursesChoice,
    note: optionalText(500),
  }),
  gives: z.object({ chargeback_id: z.int(), lk_payment_status_id: z.int() }),
  fails: [
    errors.notFound,
    errors.conflict,
    checkoutErrors.chargebackAmount,
    checkoutErrors.chargebacksExceedPayment,
    checkoutErrors.nothingToChargeBack,
  ],
  async run(ctx, { amount: amount_cents, courses, respond_by = null, ...details }) {
    const { payment_id, case_number, received_on } = details
    const payment = await lockPayment(ctx, payment_id)
    const message = localText(ctx.locale, chargebackTexts, 'entered')
    const existing = await findCase(ctx, { payment_id, case_number })
    if (existing) {
      if (existing.amount_cents !== amount_cents) throw errors.conflict()
      const { lk_payment_status_id } = payment
      return { chargeback_id: existing.chargeback_id, lk_payment_status_id, message }
    }
    const { total_cents, lk_payment_status_id: payment_status } = payment
    if (total_cents === 0 || payment_status === paymentStatus.Voided) throw checkoutErrors.nothingToChargeBack()
    if (amount_cents === 0 || amount_cents > total_cents)
      throw checkoutErrors.chargebackAmount({}, { total: toDollars(total_cents) }, [
        { path: 'amount', message: localize(ctx.locale, checkoutErrors.chargebackAmount.text) },
      ])
    const remaining_cents = await selectChargeableAmount(ctx, payment_id)
    if (amount_cents > remaining_cents)
      throw checkoutErrors.chargebacksExceedPayment({}, { rest: toDollars(remaining_cents) }, [
        { path: 'amount', message: localize(ctx.locale, checkoutErrors.chargebacksExceedPayment.text) },
      ])
    if (received_on > todayOf(ctx))
      throw errors.invalid({}, {}, [
        { path: 'received_on', message: localText(ctx.locale, chargebackTexts, 'dayAhead') },
      ])
    const draft = { ...details, respond_by, amount_cents, origin: 'staff', entered_by: userOf(ctx).user_id } as const
    const chargeback = await insertChargeback(ctx, draft)
    await chooseCourses(ctx, chargeback, courses)
    const { chargeback_id } = chargeback
    return { chargeback_id, lk_payment_status_id: paymentStatus.ChargedBack, message }
  },
})
