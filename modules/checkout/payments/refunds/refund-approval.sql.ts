import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import type { ApprovalCause } from './approval-cause.ts'
import { lockPayment, type Payment } from './payment.sql.ts'
import { lockRefund, type RefundAttempt } from './refund-attempt.sql.ts'

export type Decision = 'approved' | 'declined' | 'taken_back' | 'expired' | 'overtaken'

/** A refund or void that needs a second person, and its outcome. */
type RefundApprovalRow = {
  refund_attempt_id: number
  cause: ApprovalCause
  asked_by: number
  asked_at: Date
  expires_at: Date
  decision: Decision | null
  decided_by: number | null
  isExpired: boolean
}

/** Inserts a request, which expires after a week. */
export async function insertApproval(
  { sql }: Ctx,
  { refund_attempt_id, organization_id, created_by }: RefundAttempt,
  cause: ApprovalCause,
) {
  await sql`
    insert into checkout.refund_approval (refund_attempt_id, organization_id, cause, asked_by, expires_at)
    values (${refund_attempt_id}, ${organization_id}, ${cause}, ${created_by}, platform.now() + interval '7 days')`
}

export type PendingRefund = { refund: RefundAttempt; approval: RefundApprovalRow; payment: Payment }

/** Locks a request of the caller's organizations, after its payment. Throws notFound. */
export async function lockPendingRefund(ctx: Ctx, refund_attempt_id: number): Promise<PendingRefund> {
  const { sql, organization } = ctx
  const [request] = await sql<{ payment_id: number }>`
    select r.payment_id from checkout.refund_approval a join checkout.refund_attempt r using (refund_attempt_id)
    where refund_attempt_id = ${refund_attempt_id} and a.organization_id = any(${sql.array(organization.scope)})`
  if (!request) throw errors.notFound()
  const payment = await lockPayment(ctx, request.payment_id)
  const refund = await lockRefund(ctx, refund_attempt_id)
  const [approval] = await sql<RefundApprovalRow>`
    select refund_attempt_id, cause, asked_by, asked_at, expires_at, decision, decided_by,
           expires_at <= platform.now() as "isExpired"
    from checkout.refund_approval where refund_attempt_id = ${refund_attempt_id}`
  return { refund, approval: approval!, payment }
}

export type Verdict = { decision: Decision; decided_by: number | null; note: string | null }

/** Records the outcome of a request. Only an approved one is then sent to the gateway. */
export async function settleApproval({ sql }: Ctx, refund_attempt_id: number, verdict: Verdict): Promise<void> {
  const { decision } = verdict
  await sql`
    update checkout.refund_approval set ${sql(verdict)}, decided_at = platform.now()
    where refund_attempt_id = ${refund_attempt_id}`
  await sql`
    update checkout.refund_attempt
    set ${sql(decision === 'approved' ? { state: 'calling' } : { state: 'dropped' })},
        called_at = platform.now(), settled_at = case when ${decision === 'approved'} then null else platform.now() end
    where refund_attempt_id = ${refund_attempt_id}`
}

/** The pending requests of a payment. */
export const listPendingRequests = ({ sql }: Ctx, payment_id: number): Promise<{ refund_attempt_id: number }[]> => sql`
  select refund_attempt_id from checkout.refund_attempt
  where payment_id = ${payment_id} and state = 'awaiting' order by refund_attempt_id`

/** The pending requests whose week has passed. */
export const listExpiredRequests = ({
  sql,
}: Ctx): Promise<{ refund_attempt_id: number; organization_id: number }[]> => sql`
  select refund_attempt_id, organization_id from checkout.refund_approval
  where decision is null and expires_at <= platform.now() order by expires_at limit 100`
