import { createHash } from 'node:crypto'
import type { Ctx } from '../../../platform/ctx.ts'
import type { Sql } from '../../../platform/db/sql.ts'
import { partsOfAddress } from '../../../platform/http/caller.ts'
import { identityErrors } from '../errors.ts'
import { normalLoginid } from '../people/person.sql.ts'

/** How many failed tries are too many: by account and network, by account, by network. */
const signInLimits = {
  accountAndNetwork: { tries: 5, minutes: 15 },
  account: { tries: 20, minutes: 60 },
  network: { tries: 50, minutes: 15 },
} as const

/** The /24 (or, for IPv6, the /48) of an address: one household or office, whatever its devices are. */
export function networkOf(address: string): string {
  const parts = partsOfAddress(address)
  if (typeof parts !== 'string') return `${parts.slice(0, 3).join(':')}::/48`
  return parts.includes('.') ? `${parts.split('.').slice(0, 3).join('.')}.0/24` : parts || 'unknown'
}

type Counts = { both: number; account: number; network: number }

/**
 * Counts a try as failed before its password is looked at and answers its id; throws tooManySignIns where too many
 * failed. Counting first, one try of an account at a time, makes a hundred tries at once no cheaper than one by one.
 */
export async function beginTry(ctx: Ctx, loginid: string): Promise<number> {
  const login = createHash('sha256').update(normalLoginid(loginid)).digest()
  const network = networkOf(ctx.request.address)
  return ctx.tx(async ({ sql, beyond, now }) => {
    await sql`select pg_advisory_xact_lock(${login.readInt32BE(0)}, ${login.readInt32BE(4)})`
    const since = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
    const { accountAndNetwork, account } = signInLimits
    const [counts] = await sql<Counts>`
      select (select count(*) from identity.sign_in_failure
              where loginid_hash = ${login} and address = ${network} and at > ${since(accountAndNetwork.minutes)}) as both,
             (select count(*) from identity.sign_in_failure
              where loginid_hash = ${login} and at > ${since(account.minutes)}) as account,
             (select count(*) from identity.sign_in_failure
              where address = ${network} and at > ${since(signInLimits.network.minutes)}) as network`
    const spared = counts!.account >= account.tries && (await hasSignedInFrom(beyond.sql, loginid, network))
    refuseTooMany({ ...counts!, account: spared ? 0 : counts!.account })
    const [row] = await sql<{ sign_in_failure_id: number }>`
      insert into identity.sign_in_failure ${sql({ loginid_hash: login, address: network, at: now })}
      returning sign_in_failure_id`
    return row!.sign_in_failure_id
  })
}

/**
 * Strangers who fail on purpose must not lock people out of where they sign in; there the narrower limit holds alone.
 * Beyond the visited site: a login id is unique in the product, and its failures are counted on all sites together.
 */
async function hasSignedInFrom(sql: Sql, loginid: string, network: string): Promise<boolean> {
  const rows = await sql<{ address: string }>`
    select distinct s.address from identity.session s join identity.person p using (user_id)
    where p.loginid_key = lower(${normalLoginid(loginid)}) and p.deleted_at is null and s.address is not null
    limit 1000`
  return rows.some(({ address }) => networkOf(address) === network)
}

function refuseTooMany({ both, account, network }: Counts): void {
  const reached = [
    both >= signInLimits.accountAndNetwork.tries && signInLimits.accountAndNetwork,
    account >= signInLimits.account.tries && signInLimits.account,
    network >= signInLimits.network.tries && signInLimits.network,
  ].filter((limit) => limit !== false)
  if (reached.length === 0) return
  throw identityErrors.tooManySignIns({ minutes: Math.max(...reached.map(({ minutes }) => minutes)) })
}

/** The try was right: it and the earlier failures of the account from this network are forgotten. */
export async function forgetFailures(ctx: Ctx, loginid: string): Promise<void> {
  const login = createHash('sha256').update(normalLoginid(loginid)).digest()
  await ctx.sql`
    delete from identity.sign_in_failure
    where loginid_hash = ${login} and address = ${networkOf(ctx.request.address)}`
}
