import { reconcile } from '#modules/checkout/entry.ts'
import { auditKeys } from '#platform/audit/key.ts'
import { verifyAuditLog } from '#platform/audit/verify.ts'
import { readEnv } from '#platform/env.ts'
import type { World } from './world.ts'

/** The faults that remain after everything has had its time, one sentence each. */
export const listProblems = async (world: World): Promise<string[]> =>
  (await Promise.all([listOpen(world), compare(world), findBrokenPromises(world), findAuditFaults(world)])).flat()

/** The operations without a final state, by kind. */
const selectOpen = ({ database }: World) => database.read<{ what: string; open: number }>`
  select what, open from (
    select 'payments without an answer' as what, count(*)::integer as open
    from checkout.payment_attempt where state in ('calling', 'unknown', 'held')
    union all
    select 'refunds without an answer', count(*)::integer
    from checkout.refund_attempt where state in ('calling', 'unknown')
    union all
    select 'unread notifications', count(*)::integer
    from checkout.gateway_notification where due_at is not null
    union all
    select 'captures for nothing that did not go back', count(*)::integer
    from checkout.payment_attempt a where state = 'surplus' and not exists (
      select from checkout.refund_attempt r
      where r.payment_attempt_id = a.payment_attempt_id and r.state = 'approved')
    union all
    select 'discrepancies: ' || kind, count(*)::integer from checkout.discrepancy where resolved_at is null group by kind
  ) all_of_it where open > 0`

export async function countOpen(world: World): Promise<number> {
  const rows = await selectOpen(world)
  return rows.reduce((sum, { open }) => sum + open, 0)
}

const listOpen = async (world: World): Promise<string[]> =>
  (await selectOpen(world)).map(({ what, open }) => `${open} ${what} after the resolver ran`)

async function compare({ database, gateway, paypal }: World): Promise<string[]> {
  const wallet = { provider: 'paypal', voids: [], ...paypal.ledger() } as const
  const problems = [
    ...(await reconcile(database.exports, gateway.ledger())),
    ...(await reconcile(database.exports, wallet)),
  ]
  return [...new Set(problems)]
}

/** A buyer whose payment was confirmed has a payment. */
async function findBrokenPromises({ database, promised }: World): Promise<string[]> {
  const rows = await database.read<{ transaction_id: string }>`
    select transaction_id from checkout.payment
    where transaction_id = any(${database.read.array(promised())}::text[])`
  const storedIds = new Set(rows.map(({ transaction_id }) => transaction_id))
  return promised()
    .filter((id) => !storedIds.has(id))
    .map((id) => `a buyer was told of the payment ${id}, which is in no book`)
}

/** The audit log is intact after the crashes. */
async function findAuditFaults({ database }: World): Promise<string[]> {
  const problems: string[] = []
  const keys = auditKeys([readEnv({}).secret])
  for await (const { organization_id, broken } of verifyAuditLog({ sql: database.exports, keys, heads: [] })) {
    if (broken) problems.push(`the audit trail of organization ${organization_id} is broken: ${broken.fault}`)
  }
  return problems
}
