import { createHash } from 'node:crypto'
import { identityErrors } from '#modules/identity/errors.ts'
import { accountAttacked } from '#modules/identity/facts.ts'
import { normalLoginid } from '#modules/identity/people/person.sql.ts'
import { networkOf } from '#modules/identity/sessions/network.ts'
import type { Ctx } from '#platform/ctx.ts'
import { secondsInWindow } from '#platform/event-window.ts'
import { deviceOf, isFamiliar } from './device.sql.ts'

/** How many failed attempts are allowed within this many minutes. */
const limits = {
  accountAndNetwork: { tries: 5, minutes: 15 },
  /** For a caller who has passed the captcha. */
  accountAndHuman: { tries: 15, minutes: 15 },
  network: { tries: 50, minutes: 15 },
  /** A browser that the account has signed in on is limited separately. */
  device: { tries: 10, minutes: 15 },
  account: { tries: 20, minutes: 24 * 60 },
  /**
   * Stolen password lists are tried on many accounts from many networks, once each: then a captcha is required. Without
   * a captcha no one is refused for what strangers do elsewhere.
   */
  everywhere: { tries: 300, minutes: 15 },
} as const

type Limit = (typeof limits)[keyof typeof limits]
type Try = { loginid: string; login: Buffer; device: Buffer | null; network: string }
/** Times of the failures that must leave their windows before another attempt is allowed; null below the limit. */
type Failures = Record<'both' | 'network' | 'device' | 'everywhere', Date | null> & { account: number }
type LimitFailure = readonly [Date | null, Limit]

/** `human`: true after passing the captcha, false if one is available, absent if none is. */
export type TryOptions = { human?: boolean | undefined }

/**
 * Counts an attempt as failed before its password is checked; throws tooManySignIns or signInGuarded after too many
 * failures. Counting first, one attempt of an account at a time, makes a hundred concurrent attempts no cheaper than
 * sequential ones. Nothing here depends on whether the account exists.
 */
export async function beginTry(ctx: Ctx, loginid: string, { human }: TryOptions = {}): Promise<void> {
  const login = hashLogin(loginid)
  const attempt = { loginid, login, device: deviceOf(ctx), network: networkOf(ctx.request.address) }
  // Unscoped: a login id is unique in the product, and its failures are counted across all sites.
  await ctx.unscoped.tx(async (inner) => {
    // One round trip, in call order: both read once the lock is held.
    const [, failures, familiar] = await Promise.all([
      lockLogin(inner, login),
      findFailures(inner, attempt, human),
      isFamiliar(inner, loginid, attempt.device, attempt.network),
    ])
    if (familiar.device) refuse(inner, [[failures.device, limits.device]], human)
    else refuseStranger(inner, failures, familiar.network, human)
    const { device, network } = attempt
    const row = { loginid_hash: login, address: network, device_hash: familiar.device ? device : null, at: inner.now }
    await inner.sql.last(inner.sql`insert into identity.sign_in_failure ${inner.sql(row)}`)
    if (failures.account + 1 === limits.account.tries) await notifyOwner(inner, loginid)
  })
}

async function lockLogin({ sql }: Ctx, login: Buffer): Promise<void> {
  await sql`select pg_advisory_xact_lock(${login.readInt32BE(0)}, ${login.readInt32BE(4)})`
}

const hashLogin = (loginid: string) => createHash('sha256').update(normalLoginid(loginid)).digest()

const windowStart = ({ minutes }: Limit, now: Date) => new Date(now.getTime() - minutes * 60_000)

async function findFailures(
  { sql, now }: Ctx,
  { login, network, device }: Try,
  human: boolean | undefined,
): Promise<Failures> {
  const { everywhere } = limits
  const both = human ? limits.accountAndHuman : limits.accountAndNetwork
  const [failures] = await sql<Failures>`
    select (select at from identity.sign_in_failure
            where loginid_hash = ${login} and address = ${network} and at > ${windowStart(both, now)}
            order by at desc offset ${both.tries - 1} limit 1) as both,
           (select count(*) from identity.sign_in_failure
            where loginid_hash = ${login} and at > ${windowStart(limits.account, now)}) as account,
           (select at from identity.sign_in_failure
            where address = ${network} and at > ${windowStart(limits.network, now)}
            order by at desc offset ${limits.network.tries - 1} limit 1) as network,
           (select at from identity.sign_in_failure
            where loginid_hash = ${login} and device_hash = ${device} and at > ${windowStart(limits.device, now)}
            order by at desc offset ${limits.device.tries - 1} limit 1) as device,
           (select at from identity.sign_in_failure where at > ${windowStart(everywhere, now)}
            order by at desc offset ${everywhere.tries - 1} limit 1) as everywhere`
  return failures!
}

/**
 * Strangers who fail on purpose must not lock people out of their usual places: only the narrower limits apply there.
 */
function refuseStranger(ctx: Ctx, failures: Failures, familiarNetwork: boolean, human?: boolean): void {
  const both: LimitFailure = [failures.both, human ? limits.accountAndHuman : limits.accountAndNetwork]
  refuse(ctx, human ? [both] : [both, [failures.network, limits.network]], human)
  if (familiarNetwork) return
  if (human === false) refuse(ctx, [[failures.everywhere, limits.everywhere]], human)
  // The whole window, not its remainder: the remainder would show strangers when others, including the owner, failed to
  // sign in.
  if (failures.account >= limits.account.tries) throw identityErrors.signInGuarded(limits.account.minutes * 60)
}

function refuse({ now }: Ctx, reached: readonly LimitFailure[], human?: boolean): void {
  const waits = reached.map(([at, limit]) => (at ? secondsInWindow(windowStart(limit, now), at) : 0))
  const seconds = Math.max(...waits)
  if (seconds === 0) return
  const minutes = Math.ceil(seconds / 60)
  throw identityErrors.tooManySignIns(seconds, { minutes }, human === false ? { captcha: true } : {})
}

/**
 * Emitted for unknown ids too, so that a known login id costs no more than an unknown one. Unscoped: a login id is
 * unique in the product.
 */
async function notifyOwner(ctx: Ctx, loginid: string): Promise<void> {
  const rows = await ctx.unscoped.sql<{ user_id: number }>`
    select user_id from identity.person where loginid_key = lower(${normalLoginid(loginid)}) and deleted_at is null`
  await ctx.emit(accountAttacked, { user_ids: rows.map(({ user_id }) => user_id) })
}

/** The attempt succeeded: forgets it and the account's earlier failures from this network and device. */
export async function forgetFailures(ctx: Ctx, loginid: string): Promise<void> {
  await ctx.sql`
    delete from identity.sign_in_failure
    where loginid_hash = ${hashLogin(loginid)}
      and (address = ${networkOf(ctx.request.address)} or device_hash = ${deviceOf(ctx)})`
}

/** Someone has proved by email that the account is theirs, so earlier failures no longer block them. */
export async function forgetAllFailures(ctx: Ctx, loginid: string): Promise<void> {
  await ctx.sql`delete from identity.sign_in_failure where loginid_hash = ${hashLogin(loginid)}`
}
