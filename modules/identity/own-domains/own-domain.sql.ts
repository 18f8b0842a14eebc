import { newReference } from '#modules/identity/sessions/reference.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'

/**
 * The missing part at the last check: the TXT record, the way to this installation, or another organization has the
 * domain.
 */
export type DomainFault = 'proof' | 'reach' | 'taken'

export type OwnDomain = {
  own_domain_id: number
  organization_id: number
  host: string
  proof: string
  proved_at: Date | null
  live_at: Date | null
  checked_at: Date | null
  failing_since: Date | null
  fault: DomainFault | null
}

type SqlCtx = Pick<Ctx, 'sql'>

export async function findOwnDomain({ sql }: SqlCtx, organization_id: number): Promise<OwnDomain | null> {
  const [row] = await sql<OwnDomain>`
    select own_domain_id, organization_id, host, proof, proved_at, live_at, checked_at, failing_since, fault
    from identity.own_domain where organization_id = ${organization_id}`
  return row ?? null
}

/**
 * Locks the domain of an organization until the transaction ends. Throws notFound if it was removed or replaced by
 * another one meanwhile.
 */
export async function lockOwnDomain({ sql }: SqlCtx, own_domain_id: number, proof: string): Promise<OwnDomain> {
  const [row] = await sql<OwnDomain>`
    select own_domain_id, organization_id, host, proof, proved_at, live_at, checked_at, failing_since, fault
    from identity.own_domain where own_domain_id = ${own_domain_id} and proof = ${proof} for update`
  if (!row) throw errors.notFound()
  return row
}

/** Sets the domain of an organization, without a proof; the same one stays as it is. */
export async function saveOwnDomain({ sql, now }: Ctx, organization_id: number, host: string): Promise<void> {
  await sql`
    insert into identity.own_domain (organization_id, host, proof, created_at)
    values (${organization_id}, ${host}, ${newReference()}, ${now})
    on conflict (organization_id) do update
    set host = excluded.host, proof = excluded.proof, created_at = excluded.created_at, proved_at = null,
        live_at = null, checked_at = null, failing_since = null, fault = null
    where own_domain.host <> excluded.host`
}

export async function deleteOwnDomain({ sql }: SqlCtx, organization_id: number): Promise<string | null> {
  const [row] = await sql<{ host: string }>`
    delete from identity.own_domain where organization_id = ${organization_id} returning host`
  return row?.host ?? null
}

/** Only one check of a host at a time decides which organization has it. */
export const lockHost = ({ sql }: SqlCtx, host: string) =>
  sql`select pg_advisory_xact_lock(hashtext('identity.own_domain'), hashtext(${host}))`

/** Another organization's proved domain of the same host. Unscoped: a host is unique in the product. */
export async function findHolder({ unscoped }: Ctx, { host, organization_id }: OwnDomain): Promise<OwnDomain | null> {
  const [row] = await unscoped.sql<OwnDomain>`
    select own_domain_id, organization_id, host, proof, proved_at, live_at, checked_at, failing_since, fault
    from identity.own_domain
    where host = ${host} and organization_id <> ${organization_id} and proved_at is not null`
  return row ?? null
}

/** Takes a host from an organization that can no longer prove it. Unscoped: the new proof decides. */
export const takeFromHolder = ({ unscoped, now }: Ctx, { own_domain_id }: OwnDomain) => unscoped.sql`
  update identity.own_domain
  set proved_at = null, live_at = null, checked_at = ${now}, fault = 'taken',
      failing_since = coalesce(failing_since, ${now})
  where own_domain_id = ${own_domain_id}`

type CheckedDomain = Pick<OwnDomain, 'own_domain_id' | 'proved_at' | 'live_at' | 'failing_since' | 'fault'>

export const updateChecked = (
  { sql, now }: Ctx,
  { own_domain_id, proved_at, live_at, failing_since, fault }: CheckedDomain,
) => sql`
  update identity.own_domain
  set proved_at = ${proved_at}, live_at = ${live_at}, failing_since = ${failing_since}, fault = ${fault},
      checked_at = ${now}
  where own_domain_id = ${own_domain_id}`

/** How long until the next check, in minutes: a domain that waits or fails is checked more often. */
const recheckMinutes = { waiting: 10, failing: 60, live: 360 }
/** A domain that waits for longer is checked only when someone asks for it. */
const waitingDays = 14
/** A domain that was switched off is checked again for this time. */
const failingDays = 30

/** The domains whose check is due, the longest waiting first. */
export const listDueDomains = ({ sql, now }: Pick<Ctx, 'sql' | 'now'>, limit: number) => sql<OwnDomain>`
  select own_domain_id, organization_id, host, proof, proved_at, live_at, checked_at, failing_since, fault
  from identity.own_domain
  where (live_at is not null or created_at > ${now}::timestamptz - make_interval(days => ${waitingDays})
         or failing_since > ${now}::timestamptz - make_interval(days => ${failingDays}))
    and (checked_at is null or checked_at < ${now}::timestamptz - make_interval(mins => case
      when live_at is null and proved_at is null then ${recheckMinutes.waiting}::integer
      when live_at is null or fault is not null then ${recheckMinutes.failing}::integer
      else ${recheckMinutes.live}::integer end))
  order by checked_at nulls first, own_domain_id
  limit ${limit}`
