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
import { isDecidedHere } from './fetch-held.ts'
import { type Decidable, lockDecidable, selectDecidable, updateDecision } from './held.sql.ts'
import { heldTexts } from './held.texts.ts'

const { notHeld, heldElsewhere, heldRefused } = checkoutErrors
const states = { approve: ['approved', 'surplus'], decline: ['declined', 'failed'] } as const

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
    const begun = await ctx.tx((inner) => begin(inner, payment_attempt_id, decision))
    const result = begun.state === 'held' ? await sendDecision(ctx, begun, decision) : begun
    if (result.state === 'held') return { pending: true, message: localText(ctx.locale, heldTexts, 'pending') }
    // Someone else has decided differently, at the gateway or here.
    if (!states[decision].some((state) => state === result.state)) throw notHeld()
    return { pending: false, message: localText(ctx.locale, heldTexts, outcomeOf(result)) }
  },
})

/** The message about a decision. Money for a closed order is already being refunded. */
function outcomeOf({ state }: Decidable): 'approved' | 'surplus' | 'declined' {
  return state === 'approved' || state === 'surplus' ? state : 'declined'
}

/** Records the decision and its author before the gateway is called. An earlier equal decision stays. */
async function begin(ctx: Ctx, payment_attempt_id: number, decision: Decision): Promise<Decidable> {
  const heldAttempt = await lockDecidable(ctx, payment_attempt_id)
  if (heldAttempt.state !== 'held') {
    if (heldAttempt.decision !== decision) throw notHeld()
    return heldAttempt
  }
  if (!isDecidedHere(heldAttempt)) throw heldElsewhere()
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
 * Sends the decision to the gateway and then looks up the state. Only that state is booked, however the call ended and
 * regardless of who else decided. If the gateway is unreachable, the resolver keeps trying.
 */
async function sendDecision(ctx: Ctx, { payment_attempt_id, transaction_id }: Decidable, decision: Decision) {
  const decisionResult = await ctx.use(paymentGateway).decideHeld(transaction_id!, decision)
  // The buyer, and so the courses, may belong to an organization above.
  const followed = await followTransaction(ctx.unscoped, { provider: 'authorize_net', transaction_id: transaction_id! })
  const payment = await selectDecidable(ctx, payment_attempt_id)
  if (followed && payment.state === 'held' && decisionResult.outcome === 'error')
    throw heldRefused({ reason: decisionResult.reason.text })
  return payment
}
