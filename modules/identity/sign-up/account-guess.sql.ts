import { networkOf } from '#modules/identity/sessions/network.ts'
import type { Ctx } from '#platform/ctx.ts'
import { DatabaseError, SqlError } from '#platform/db/errors.ts'
import { errors } from '#platform/errors.ts'
import { secondsInWindow } from '#platform/event-window.ts'
import { clientIdOf } from '#platform/permissions.ts'

/**
 * Responses per hour that may reveal whether an account exists. Anyone can create accounts, so those of students also
 * count together; staff and clients share a network without limiting each other.
 */
const limits = {
  visitor: { network: 10 },
  /** After a passed captcha. */
  human: { network: 50 },
  student: { person: 10, network: 30 },
  staff: { person: 300 },
  client: { client: 300 },
} as const

type Limits = { person?: number; client?: number; network?: number }

type GuessOptions = { human?: boolean }

/**
 * Counts a request that may reveal whether someone has an account, before its response is known. Requests from one
 * network, or of one client, are serialized. Throws tooMany independently of the result.
 */
export async function beginGuess(ctx: Ctx, { human = false }: GuessOptions = {}): Promise<number> {
  const { actor, request } = ctx
  const network = networkOf(request.address)
  const user_id = actor.kind === 'user' ? actor.user_id : null
  const client_id = clientIdOf(ctx)
  // A client may call from many networks at once.
  const limitKey = client_id === null ? network : `client ${client_id}`
  const since = new Date(ctx.now.getTime() - 60 * 60_000)
  return ctx.tx(async ({ sql, now }) => {
    await sql`select pg_advisory_xact_lock(hashtext('identity.account_guess'), hashtext(${limitKey}))`
    const { person = unlimited, client = unlimited, network: networkLimit = unlimited }: Limits = limitsOf(actor, human)
    const [reached] = await sql<{ at: Date }>`
      (select at from identity.account_guess where user_id = ${user_id}::int and at > ${since}
       order by at desc offset ${person - 1} limit 1)
      union all
      (select at from identity.account_guess where client_id = ${client_id}::int and at > ${since}
       order by at desc offset ${client - 1} limit 1)
      union all
      (select at from identity.account_guess where network = ${network} and at > ${since}
       order by at desc offset ${networkLimit - 1} limit 1)
      order by at desc limit 1`
    if (reached) throw errors.tooMany(secondsInWindow(since, reached.at))
    const [row] = await sql<{ account_guess_id: number }>`
      insert into identity.account_guess ${sql({ network, user_id, client_id, at: now })} returning account_guess_id::int`
    return row!.account_guess_id
  })
}

/** More requests than a network sends within an hour. */
const unlimited = 1_000_000

function limitsOf(actor: Ctx['actor'], human: boolean): Limits {
  if (actor.kind === 'client') return limits.client
  if (actor.kind !== 'user') return human ? limits.human : limits.visitor
  return actor.role === 'Student' ? limits.student : limits.staff
}

/**
 * Runs an operation that fails for a taken address or login id. A failure counts as a guess if `reveals` was called
 * before, because the response then reveals something. A success created an account and is not counted. The caller must
 * not hold a transaction, which would roll the count back.
 */
export async function asGuess<T>(
  ctx: Ctx,
  operation: (reveals: () => void) => Promise<T>,
  options?: GuessOptions,
): Promise<T> {
  const guess = await beginGuess(ctx, options)
  const forget = () => ctx.tx(({ sql }) => sql`delete from identity.account_guess where account_guess_id = ${guess}`)
  let hasRevealed = false
  try {
    const result = await operation(() => {
      hasRevealed = true
    })
    await forget()
    return result
  } catch (error) {
    // A lost connection reveals nothing; a database error may.
    const isLost = error instanceof DatabaseError && !(error instanceof SqlError)
    if (!hasRevealed || isLost) await forget()
    throw error
  }
}
