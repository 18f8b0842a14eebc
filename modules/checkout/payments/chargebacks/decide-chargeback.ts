import { checkoutErrors } from '#modules/checkout/errors.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { staff, userOf } from '#platform/permissions.ts'
import { id, optionalText, z } from '#platform/schema.ts'
import { localText } from '#platform/texts.ts'
import { chooseCourses, settleChargeback } from './book-chargeback.ts'
import { lockChargeback, versionOf } from './chargeback.sql.ts'
import { chargebackTexts } from './chargebacks.texts.ts'
import { coursesChoice } from './enter-chargeback.ts'

export const decideChargeback = operation({
  call: 'PUT /payment/chargeback',
  added: true,
  summary: 'Records the outcome of a chargeback, and whether its courses continue',
  may: staff('MANAGE_PAYMENTS:UPDATE'),
  takes: z.object({
    chargeback_id: id(),
    outcome: z.enum(['won', 'lost']).nullish(),
    courses: coursesChoice.nullish(),
    note: optionalText(500),
    /** The version that the page showed. */
    version: optionalText(16),
  }),
  gives: z.object({ state: z.enum(['open', 'won', 'lost']), courses: z.enum(['keep', 'stop']).nullable() }),
  fails: [errors.notFound, checkoutErrors.chargebackWon, checkoutErrors.chargebackDecided],
  async run(ctx, { chargeback_id, outcome, courses, note, version }) {
    const chargeback = await lockChargeback(ctx, chargeback_id)
    const isUnchanged =
      (!outcome || outcome === chargeback.state) &&
      (!courses || courses === chargeback.courses) &&
      (!note || note === chargeback.note)
    // A repetition after a lost response is not a conflict.
    if (!isUnchanged && version && version !== versionOf(chargeback)) throw checkoutErrors.chargebackDecided()
    // A won case is final: the bank would open a new case with its own number.
    if (chargeback.state === 'won' && outcome === 'lost') throw checkoutErrors.chargebackWon()
    if (courses) await chooseCourses(ctx, chargeback, courses)
    if (outcome) await settleChargeback(ctx, chargeback, { state: outcome, decided_by: userOf(ctx).user_id })
    if (note) await ctx.sql`update checkout.chargeback set note = ${note} where chargeback_id = ${chargeback_id}`
    return {
      state: outcome ?? chargeback.state,
      courses: courses ?? chargeback.courses,
      message: localText(ctx.locale, chargebackTexts, 'saved'),
    }
  },
})
