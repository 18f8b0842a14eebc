import type { Ctx } from '#platform/ctx.ts'
import { auditKeysPort, sealPort } from '#platform/ports.ts'
import { withFormerKeys } from './former-keys.ts'
import { type BrokenRow, verifyAuditLog } from './verify.ts'

type ChainFault = BrokenRow & { chain: number }

/** Verifies every chain of the audit log, stores the result and logs the first fault as an error. */
export async function storeVerification(ctx: Ctx, signal?: AbortSignal): Promise<void> {
  const { exports: sql } = ctx.unscoped
  const keys = await withFormerKeys(sql, ctx.use(auditKeysPort), ctx.use(sealPort))
  let [chains, events] = [0, 0]
  let first: ChainFault | null = null
  for await (const { organization_id, sealed, broken } of verifyAuditLog({ sql, keys })) {
    signal?.throwIfAborted()
    chains += 1
    events += sealed
    if (broken) first ??= { ...broken, chain: organization_id }
  }
  const { fault = null, chain = null, position = null, audit_event_id = null } = first ?? {}
  const row = { chains, events, fault, chain, position, audit_event_id }
  await ctx.unscoped.sql`insert into platform.audit_verification ${ctx.sql(row)}`
  if (first) ctx.log.error('audit.broken', new Error(`the audit log does not hold: ${fault}`), { ...first })
}
