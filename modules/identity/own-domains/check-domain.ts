import { identityErrors } from '#modules/identity/errors.ts'
import { ownDomainOff } from '#modules/identity/facts.ts'
import { asTenant } from '#modules/identity/organizations/as-tenant.ts'
import { ownDomains } from '#modules/identity/organizations/domain-directory.ts'
import { webhookTransport } from '#modules/identity/webhooks/transport.ts'
import type { Ctx } from '#platform/ctx.ts'
import { siteUrlPort } from '#platform/ports.ts'
import {
  type DomainFault,
  findHolder,
  listDueDomains,
  lockHost,
  lockOwnDomain,
  type OwnDomain,
  takeFromHolder,
  updateChecked,
} from './own-domain.sql.ts'

/** The name of the TXT record that proves a domain. */
export const proofName = (host: string): string => `_waypost-domain.${host}`

/** The path that a domain answers with its proof if it leads to this installation. */
export const reachPath = '/.well-known/waypost-domain'

/** A live domain is switched off after failing for so long. */
export const maxFailingDays = 3
const dayMs = 86_400_000

/**
 * Checks a domain: its TXT record, then whether it leads to this installation. A domain that fails goes on for three
 * days; one whose proof another organization has instead, ends. Throws domainTaken if both proofs stand.
 */
export async function checkDomain(ctx: Ctx, domain: OwnDomain): Promise<OwnDomain> {
  const { own_domain_id, host, proof } = domain
  const records = await ctx.use(webhookTransport).findTexts(proofName(host))
  const isProved = records.includes(proof)
  const holder = isProved && !domain.proved_at ? await prove(ctx, domain, records) : null
  ctx.use(ownDomains).forget()
  const fault = holder ? 'taken' : await findFault(ctx, domain, isProved)
  const checkedDomain = await ctx.tx(async (inner) => {
    const row = await lockOwnDomain(inner, own_domain_id, proof)
    const next = applyCheck(inner.now, row, fault)
    await updateChecked(inner, next)
    if (row.live_at && !next.live_at) await inner.emit(ownDomainOff, { own_domain_id })
    await auditChange(inner, row, next)
    return next
  })
  ctx.use(ownDomains).forget()
  if (holder) throw identityErrors.domainTaken()
  return checkedDomain
}

async function findFault(ctx: Ctx, domain: OwnDomain, isProved: boolean): Promise<DomainFault | null> {
  if (!isProved) return 'proof'
  return (await isReached(ctx, domain)) ? null : 'reach'
}

/** Makes the organization the host's only one. Returns the other organization's domain if its proof stands, too. */
function prove(ctx: Ctx, { own_domain_id, host, proof }: OwnDomain, records: readonly string[]) {
  return ctx.tx(async (inner): Promise<OwnDomain | null> => {
    await lockHost(inner, host)
    const row = await lockOwnDomain(inner, own_domain_id, proof)
    const holder = await findHolder(inner, row)
    if (holder && records.includes(holder.proof)) return holder
    if (holder) {
      await takeFromHolder(inner, holder)
      await inner.emit(ownDomainOff, { own_domain_id: holder.own_domain_id })
    }
    await updateChecked(inner, { ...row, proved_at: inner.now })
    await auditChange(inner, row, { ...row, proved_at: inner.now })
    return null
  })
}

/** Whether the host leads to this installation: it answers with the proof. */
async function isReached(ctx: Ctx, { host, proof }: OwnDomain): Promise<boolean> {
  const { protocol, port } = new URL(ctx.use(siteUrlPort)(null, '/'))
  const url = `${protocol}//${host}${port && `:${port}`}${reachPath}`
  const { status, answer } = await ctx.use(webhookTransport).read(url)
  return status === 200 && answer.trim() === proof
}

/** The state after a check. */
function applyCheck(now: Date, row: OwnDomain, fault: DomainFault | null): OwnDomain {
  if (fault === null) return { ...row, live_at: row.live_at ?? now, failing_since: null, fault, checked_at: now }
  const failing_since = row.failing_since ?? now
  const isOver = now.getTime() - failing_since.getTime() >= maxFailingDays * dayMs
  const isLost = fault === 'taken' || (fault === 'proof' && (isOver || !row.live_at))
  return {
    ...row,
    fault,
    failing_since,
    checked_at: now,
    proved_at: isLost ? null : row.proved_at,
    live_at: isLost || isOver ? null : row.live_at,
  }
}

function stateOf({ proved_at, live_at }: OwnDomain): 'live' | 'proved' | 'waiting' {
  if (live_at) return 'live'
  return proved_at ? 'proved' : 'waiting'
}

async function auditChange(ctx: Ctx, before: OwnDomain, after: OwnDomain): Promise<void> {
  if (stateOf(before) === stateOf(after)) return
  await ctx.audit({
    action: 'organization.checkDomain',
    subject: `organization_id:${before.organization_id}`,
    before: { host: before.host, state: stateOf(before) },
    after: { host: after.host, state: stateOf(after) },
  })
}

const maxDue = 50

/** Checks the domains that are due, one after the other. A fault of one does not keep the others from their check. */
export async function sweepDomains(server: Ctx): Promise<void> {
  for (const domain of await listDueDomains(server, maxDue)) {
    const ctx = await asTenant(server, domain.organization_id)
    await checkDomain(ctx, domain).catch((error: unknown) => {
      server.log.info('domain.not_checked', { host: domain.host, why: String(error).slice(0, 200) })
    })
  }
}
