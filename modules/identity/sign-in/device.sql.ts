import { securityChanged } from '#modules/identity/facts.ts'
import { normalLoginid } from '#modules/identity/people/person.sql.ts'
import { networkOf } from '#modules/identity/sessions/network.ts'
import { hashReference } from '#modules/identity/sessions/reference.ts'
import { partnerMethods, type SignInMethod } from '#modules/identity/sessions/session.sql.ts'
import type { Ctx } from '#platform/ctx.ts'

/** The stored form of a request's browser; null for programs, which keep no cookies. */
export const deviceOf = ({ request }: Pick<Ctx, 'request'>): Buffer | null =>
  request.device ? hashReference(request.device) : null

/**
 * Whether an account has signed in before on this browser or from this network. Unscoped: a login id is unique in the
 * product, and its failures are counted across all sites. A sign-in through a partner counts once the student has
 * proved their identity: otherwise the partner could guess the password as often as its owner may mistype it.
 */
export async function isFamiliar(
  { unscoped: { sql } }: Pick<Ctx, 'unscoped'>,
  loginid: string,
  device: Uint8Array | null,
  network: string,
): Promise<{ device: boolean; network: boolean }> {
  const rows = await sql<{ known_device: boolean; address: string | null }>`
    select exists (select from identity.device d where d.user_id = p.user_id and d.device_hash = ${device}) as known_device,
           s.address
    from identity.person p
    left join lateral (select distinct address from identity.session
                       where user_id = p.user_id and (method <> all(${sql.array([...partnerMethods])}) or proved_at is not null) limit 1000) s on true
    where p.loginid_key = lower(${normalLoginid(loginid)}) and p.deleted_at is null`
  return {
    device: rows.some(({ known_device }) => known_device),
    network: rows.some(({ address }) => address !== null && networkOf(address) === network),
  }
}

/**
 * Remembers a person's browser after sign-in, unless a partner signed them in: that proves no one's browser. They are
 * notified of a browser in a place where they have never signed in, except for their first one. Called before the
 * session starts, which would make the place a known one.
 */
export async function rememberDevice(ctx: Ctx, user_id: number, method: SignInMethod): Promise<void> {
  const device = deviceOf(ctx)
  if (!device) return
  const { sql } = ctx
  const isNewDevice = partnerMethods.has(method)
    ? sql`
      select not exists (select from identity.device where user_id = ${user_id} and device_hash = ${device}) as fresh`
    : sql`
      insert into identity.device (user_id, organization_id, device_hash, created_at, seen_at)
      select user_id, organization_id, ${device}, ${ctx.now}, ${ctx.now} from identity.person where user_id = ${user_id}
      on conflict (user_id, device_hash) do update set seen_at = excluded.seen_at
      returning created_at = seen_at as fresh`
  const [first] = await sql<{ fresh: boolean; others: boolean; addresses: string[] | null }>`
    with kept as (${isNewDevice})
    select fresh,
           exists (select from identity.device where user_id = ${user_id} and device_hash <> ${device}) as others,
           (select array_agg(distinct address) from identity.session where user_id = ${user_id}) as addresses
    from kept`
  const network = networkOf(ctx.request.address)
  const isElsewhere = !first?.addresses?.some((address) => address && networkOf(address) === network)
  if (first?.fresh && first.others && isElsewhere) await ctx.emit(securityChanged, { user_id, kind: 'new_device' })
}
