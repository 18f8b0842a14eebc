import type { AttemptState } from '#modules/checkout/payments/attempt.sql.ts'
import { type HumanOutcome, humanCheck } from '#modules/identity/index.ts'
import type { Ctx } from '#platform/ctx.ts'

type DueReport = {
  payment_attempt_id: number
  assessment_id: number
  state: AttemptState
  /** The declines of the same order, and from the same address on that day. */
  of_order: number
  of_address: number
  paid: boolean
  tell_tries: number
}

const maxAttempts = 20

/**
 * Reports the outcomes of payments to the captcha provider that assessed their forms. Returns the number of reports.
 */
export async function reportOutcomes(ctx: Ctx): Promise<number> {
  let reportedCount = 0
  for (const dueReport of await takeDueReports(ctx)) {
    const outcome = findOutcome(dueReport)
    if (outcome === 'open' && dueReport.tell_tries < maxAttempts) continue
    try {
      if (outcome !== 'open' && outcome !== 'nothing') {
        await ctx.use(humanCheck).reportOutcome(ctx, dueReport.assessment_id, outcome)
        reportedCount += 1
      }
      await markReported(ctx, dueReport.payment_attempt_id)
    } catch (error) {
      // Retried later; after days the report has no value to the provider.
      ctx.log.warn('captcha.not_told', { reason: String(error), payment_attempt_id: dueReport.payment_attempt_id })
      if (dueReport.tell_tries >= maxAttempts) await markReported(ctx, dueReport.payment_attempt_id)
    }
  }
  return reportedCount
}

function findOutcome({ state, of_order, of_address, paid }: DueReport): HumanOutcome | 'open' | 'nothing' {
  if (state === 'approved' || state === 'surplus') return 'accepted'
  if (state === 'failed') return 'nothing'
  if (state !== 'declined') return 'open'
  return !paid && (of_order >= 3 || of_address >= 10) ? 'card_testing' : 'declined'
}

/**
 * Takes the due reports and postpones them, with delays that double up to a day, so that they are retried if the worker
 * fails.
 */
const takeDueReports = ({ sql }: Ctx): Promise<DueReport[]> => sql<DueReport>`
  with due as (
    select payment_attempt_id from checkout.payment_attempt
    where tell_at <= platform.now() order by tell_at limit 50 for update skip locked)
  update checkout.payment_attempt a
  set tell_tries = a.tell_tries + 1,
      tell_at = platform.now() + least(interval '1 day', interval '15 minutes' * power(2, least(a.tell_tries, 8)))
  from due, checkout.customer_order o
  where a.payment_attempt_id = due.payment_attempt_id and o.order_id = a.order_id
  returning a.payment_attempt_id, a.assessment_id, a.state, a.tell_tries, o.paid_at is not null as paid,
    (select count(*) from checkout.payment_attempt d
     where d.order_id = a.order_id and d.state = 'declined')::integer as of_order,
    (select count(*) from checkout.payment_attempt d
     where d.address = a.address and d.address <> '' and d.state = 'declined'
       and d.called_at > a.called_at - interval '1 day' and d.called_at < a.called_at + interval '1 day')::integer
      as of_address`

const markReported = ({ sql }: Ctx, payment_attempt_id: number) => sql`
  update checkout.payment_attempt set tell_at = null where payment_attempt_id = ${payment_attempt_id}`
