import { checkoutErrors } from '#modules/checkout/errors.ts'
import { type Decision, paymentGateway } from '#modules/checkout/payments/gateways/gateway.ts'
import { followTransaction } from '#modules/checkout/payments/settlement/follow-transaction.ts'
import { money } from '#modules/checkout/rates.ts'
import { identityErrors, requireFreshProof } from '#modules/identity/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { staff, userOf } from '#platform/permissions.ts'
import { id, z } from '#platform/schema.ts'
import { localText } from '#platform/texts.ts'
import { canBeDecidedHere } from './fetch-held.ts'
import { type HeldAttempt, lockHeldAttempt, selectHeldAttempt, updateDecision } from './held.sql.ts'
import { heldTexts } from './held.texts.ts'

const { notHeld, heldElsewhere, heldRefused } = checkoutErrors
const statesAfter = { approve: ['approved', 'surplus'], decline: ['declined', 'failed'] } as const

export const decideHeld = operation({
  call: 'POST /payment/decideHeld',
  added: true,
  summary: 'Approves or declines a payment that the gateway holds for review. Approving charges the buyer, once',
  may: staff('MANAGE_PAYMENTS:UPDATE'),
  takes: z.object({ payment_attempt_id: id(), decision: z.enum(['approve', 'decline']) }),
  gives: z.object({ pending: z.boolean() }),
  fails: [errors.notFound, identityErrors.proofNeeded, notHeld, heldElsewhere, heldRefused],
  transaction: { own: 'no transaction waits for the gateway' },
  rate: money,
  async run(ctx, { payment_attempt_id, decision }) {
    await requireFreshProof(ctx)
    const attempt = await ctx.tx((inner) => storeDecision(inner, payment_attempt_id, decision))
    const result = attempt.state === 'held' ? await sendDecision(ctx, attempt, decision) : attempt
    if (result.state === 'held') return { pending: true, message: localText(ctx.locale, heldTexts, 'pending') }
    // Someone has decided differently in the meantime, here or at the gateway.
    if (!statesAfter[decision].some((state) => state === result.state)) throw notHeld()
    return { pending: false, message: localText(ctx.locale, heldTexts, messageKey(result)) }
  },
})

/** The key of the message about a decision. A surplus, paid for a closed order, is already being refunded. */
function messageKey({ state }: HeldAttempt): 'approved' | 'surplus' | 'declined' {
  return state === 'approved' || state === 'surplus' ? state : 'declined'
}

/**
 * Stores the decision and its author before the gateway is called. Does nothing if the same decision was stored before.
 */
async function storeDecision(ctx: Ctx, payment_attempt_id: number, decision: Decision): Promise<HeldAttempt> {
  const heldAttempt = await lockHeldAttempt(ctx, payment_attempt_id)
  if (heldAttempt.state !== 'held') {
    if (heldAttempt.decision !== decision) throw notHeld()
    return heldAttempt
  }
  if (!canBeDecidedHere(heldAttempt)) throw heldElsewhere()
  if (heldAttempt.decision === decision) return heldAttempt
  await updateDecision(ctx, payment_attempt_id, decision, userOf(ctx).user_id)
  await ctx.audit({
    action: 'payment.decide',
    subject: `order_id:${heldAttempt.order_id}`,
    subject_user_id: heldAttempt.user_id,
    after: { decision, payment_attempt_id },
  })
  return heldAttempt
}

/**
 * Sends the decision to the gateway and then books the state that the gateway reports, regardless of the result of the
 * call. If the gateway is unreachable, a job keeps trying.
 */
async function sendDecision(ctx: Ctx, { payment_attempt_id, transaction_id }: HeldAttempt, decision: Decision) {
  const decisionResult = await ctx.use(paymentGateway).decideHeld(transaction_id!, decision)
  // Unscoped, because the buyer and the courses may belong to a parent organization.
  const isUpdated = await followTransaction(ctx.unscoped, {
    provider: 'authorize_net',
    transaction_id: transaction_id!,
  })
  const attempt = await selectHeldAttempt(ctx, payment_attempt_id)
  if (isUpdated && attempt.state === 'held' && decisionResult.outcome === 'error')
    throw heldRefused({ reason: decisionResult.reason.text })
  return attempt
}
