import { checkoutErrors } from '#modules/checkout/errors.ts'
import { refundDecided } from '#modules/checkout/facts.ts'
import { reversalGateway } from '#modules/checkout/payments/gateways/provider.ts'
import { money } from '#modules/checkout/rates.ts'
import { identityErrors, isSamePerson, listKeyHolders, requireFreshProof } from '#modules/identity/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { toDollars } from '#platform/money.ts'
import { operation } from '#platform/operation.ts'
import { type PermissionKey, staff, userOf } from '#platform/permissions.ts'
import { id, optionalText, z } from '#platform/schema.ts'
import { localText } from '#platform/texts.ts'
import type { StartedRefund } from './begin-refund.ts'
import { dropRefund } from './drop-refund.ts'
import { isNotRefundable } from './payment.sql.ts'
import { ReturnResponse } from './refund.schema.ts'
import { type Decision, lockPendingRefund, type PendingRefund, settleApproval } from './refund-approval.sql.ts'
import { changeToRefund, selectRefund } from './refund-attempt.sql.ts'
import { refundTexts } from './refunds.texts.ts'
import { executeRefund } from './return-money.ts'

const key: PermissionKey = 'MANAGE_PAYMENTS:UPDATE'
const refundId = { refund_attempt_id: id() }

export const approveRefund = operation({
  call: 'POST /payment/approveRefund',
  added: true,
  summary: 'Approves a refund or void that another person requested, and carries it out',
  may: staff(key),
  takes: z.object(refundId),
  gives: ReturnResponse,
  fails: [
    errors.notFound,
    identityErrors.proofNeeded,
    checkoutErrors.refundAlreadyDecided,
    checkoutErrors.refundNeedsOtherReviewer,
    checkoutErrors.refundRequesterLostPermission,
    checkoutErrors.nothingToRefund,
    checkoutErrors.refundChanged,
    checkoutErrors.refundNotSettled,
    checkoutErrors.refundRefused,
    checkoutErrors.voidSettled,
    checkoutErrors.voidBecameRefund,
    checkoutErrors.voidRefused,
  ],
  transaction: { own: 'no transaction waits for the gateway' },
  rate: money,
  async run(ctx, { refund_attempt_id }) {
    await requireFreshProof(ctx)
    await requireVoidable(ctx, refund_attempt_id)
    return executeRefund(ctx, await ctx.tx((inner) => approve(inner, refund_attempt_id)))
  },
})

export const declineRefund = operation({
  call: 'POST /payment/declineRefund',
  added: true,
  summary: 'Declines a refund or void that another person requested. Its amount can be refunded again',
  may: staff(key),
  takes: z.object({ ...refundId, note: optionalText(500) }),
  gives: z.object({}),
  fails: [
    errors.notFound,
    identityErrors.proofNeeded,
    checkoutErrors.refundAlreadyDecided,
    checkoutErrors.refundNeedsOtherReviewer,
  ],
  async run(ctx, { refund_attempt_id, note }) {
    await requireFreshProof(ctx)
    const pendingRefund = await lockPendingRefund(ctx, refund_attempt_id)
    const verdict = { decision: 'declined', decided_by: userOf(ctx).user_id, note: note || null } as const
    if (!isAlreadyDecided(ctx, pendingRefund, 'declined')) {
      await requireDifferentPerson(ctx, pendingRefund)
      await dropRefund(ctx, pendingRefund, verdict)
    }
    return { message: localText(ctx.locale, refundTexts, 'requestDeclined') }
  },
})

export const takeBackRefund = operation({
  call: 'POST /payment/takeBackRefund',
  added: true,
  summary: "Withdraws the caller's own request that has not been reviewed",
  may: staff(key),
  takes: z.object(refundId),
  gives: z.object({}),
  fails: [errors.notFound, checkoutErrors.refundAlreadyDecided, checkoutErrors.refundNotYours],
  async run(ctx, { refund_attempt_id }) {
    const { user_id } = userOf(ctx)
    const pendingRefund = await lockPendingRefund(ctx, refund_attempt_id)
    if (pendingRefund.approval.asked_by !== user_id) throw checkoutErrors.refundNotYours()
    if (!isAlreadyDecided(ctx, pendingRefund, 'taken_back'))
      await dropRefund(ctx, pendingRefund, { decision: 'taken_back', decided_by: user_id, note: null })
    return { message: localText(ctx.locale, refundTexts, 'requestTakenBack') }
  },
})

/**
 * A void whose payment has settled while it waited becomes a refund of the same amount, which the second person must
 * approve as such. Throws voidBecameRefund.
 */
async function requireVoidable(ctx: Ctx, refund_attempt_id: number): Promise<void> {
  const { refund } = await ctx.tx((inner) => lockPendingRefund(inner, refund_attempt_id))
  if (refund.asked !== 'void' || refund.state !== 'awaiting') return
  const result = await reversalGateway(ctx, refund.provider).details(refund.capture_id)
  if (result.answer !== 'found' || result.transaction.state !== 'settled') return
  await ctx.tx((inner) => turnIntoRefund(inner, refund_attempt_id))
  throw checkoutErrors.voidBecameRefund()
}

async function turnIntoRefund(ctx: Ctx, refund_attempt_id: number): Promise<void> {
  const pendingRefund = await lockPendingRefund(ctx, refund_attempt_id)
  if (isAlreadyDecided(ctx, pendingRefund, 'approved')) return
  await requireDifferentPerson(ctx, pendingRefund)
  const { refund, payment } = pendingRefund
  await changeToRefund(ctx, refund_attempt_id)
  await ctx.audit({
    action: 'refund.turn',
    subject: `payment_id:${payment.payment_id}`,
    subject_user_id: payment.user_id,
    before: { asked: 'void' },
    after: { asked: 'refund', amount: toDollars(refund.amount_cents) },
  })
}

/**
 * Records the second person's approval, in one transaction under the payment's lock: the request becomes an attempt
 * about to be sent.
 */
async function approve(ctx: Ctx, refund_attempt_id: number): Promise<StartedRefund> {
  const pendingRefund = await lockPendingRefund(ctx, refund_attempt_id)
  if (isAlreadyDecided(ctx, pendingRefund, 'approved')) return { isRepeat: true, refund: pendingRefund.refund }
  await requireDifferentPerson(ctx, pendingRefund)
  const { refund, payment, approval } = pendingRefund
  const requester = { organization_id: refund.organization_id, key, user_id: approval.asked_by }
  if ((await listKeyHolders(ctx, requester)).length === 0) throw checkoutErrors.refundRequesterLostPermission()
  requireAmountAvailable(pendingRefund)
  const { user_id } = userOf(ctx)
  await settleApproval(ctx, refund_attempt_id, { decision: 'approved', decided_by: user_id, note: null })
  await ctx.audit({
    action: 'refund.approve',
    subject: `payment_id:${payment.payment_id}`,
    subject_user_id: payment.user_id,
    after: { asked: refund.asked, amount: toDollars(refund.amount_cents), asked_by: approval.asked_by },
  })
  await ctx.emit(refundDecided, { refund_attempt_id })
  return { isRepeat: false, refund: await selectRefund(ctx, refund_attempt_id) }
}

/** Whether the caller just made this decision. Throws refundAlreadyDecided if it differs or the request has expired. */
function isAlreadyDecided(ctx: Ctx, { approval }: PendingRefund, decision: Decision): boolean {
  if (approval.decision === decision && approval.decided_by === userOf(ctx).user_id) return true
  if (approval.decision || approval.isExpired) throw checkoutErrors.refundAlreadyDecided()
  return false
}

/**
 * The second person must be neither the requester nor the recipient; two linked accounts count as one person. Throws
 * refundNeedsOtherReviewer.
 */
async function requireDifferentPerson(ctx: Ctx, { approval, payment }: PendingRefund): Promise<void> {
  const { user_id } = userOf(ctx)
  for (const involvedId of [approval.asked_by, payment.user_id])
    if (await isSamePerson(ctx, user_id, involvedId)) throw checkoutErrors.refundNeedsOtherReviewer()
}

/** The request reserves its amount, but a refund in the gateway's own console may still have used it. */
function requireAmountAvailable({ refund, payment }: PendingRefund): void {
  const { refund_cents, pending_cents, total_cents } = payment
  if (isNotRefundable(payment)) throw checkoutErrors.nothingToRefund()
  const isOnlyRefund = refund_cents === 0 && pending_cents === refund.amount_cents
  if (refund_cents + pending_cents > total_cents || (refund.asked === 'void' && !isOnlyRefund))
    throw checkoutErrors.refundChanged()
}
