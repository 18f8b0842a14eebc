import { networkOf } from '#modules/identity/sessions/network.ts'
import type { Ctx } from '#platform/ctx.ts'
import { DatabaseError, SqlError } from '#platform/db/errors.ts'
import { errors } from '#platform/errors.ts'

/** Responses per hour that may reveal whether an account exists. More after a passed captcha. */
const limits = { visitor: 10, human: 50, student: 10, studentsOfNetwork: 30, staff: 300 } as const

type Asking = { human?: boolean }

/**
 * Counts a question that may reveal whether someone has an account, before it is answered; those from one network are
 * serialized. Throws tooMany independently of the result.
 */
export async function beginGuess(ctx: Ctx, { human = false }: Asking = {}): Promise<number> {
  const { actor, request } = ctx
  const network = networkOf(request.address)
  const user_id = actor.kind === 'user' ? actor.user_id : null
  const since = new Date(ctx.now.getTime() - 60 * 60_000)
  return ctx.tx(async ({ sql, now }) => {
    await sql`select pg_advisory_xact_lock(hashtext('identity.account_guess'), hashtext(${network}))`
    const [counts] = await sql<{ network: number; own: number }>`
      select (select count(*)::int from identity.account_guess where network = ${network} and at > ${since}) as network,
             (select count(*)::int from identity.account_guess where user_id = ${user_id}::int and at > ${since}) as own`
    if (isOver(actor, counts!, human)) throw errors.tooMany()
    const [row] = await sql<{ account_guess_id: number }>`
      insert into identity.account_guess ${sql({ network, user_id, at: now })} returning account_guess_id::int`
    return row!.account_guess_id
  })
}

/** Anyone can create accounts, so those of students also count together. */
function isOver(actor: Ctx['actor'], counts: { network: number; own: number }, human: boolean): boolean {
  if (actor.kind !== 'user') return counts.network >= (human ? limits.human : limits.visitor)
  if (actor.role !== 'Student') return counts.own >= limits.staff
  return counts.own >= limits.student || counts.network >= limits.studentsOfNetwork
}

/**
 * Runs an operation that fails for a taken address or login id. A failure counts as a guess if `tells` was called
 * before, because the response then reveals something. A success created an account and is not counted. The caller must
 * not hold a transaction, which would roll the count back.
 */
export async function asGuess<T>(ctx: Ctx, operation: (tells: () => void) => Promise<T>, asking?: Asking): Promise<T> {
  const guess = await beginGuess(ctx, asking)
  const forget = () => ctx.tx(({ sql }) => sql`delete from identity.account_guess where account_guess_id = ${guess}`)
  let revealed = false
  try {
    const answer = await operation(() => {
      revealed = true
    })
    await forget()
    return answer
  } catch (error) {
    // A lost connection reveals nothing; a database error may.
    const lost = error instanceof DatabaseError && !(error instanceof SqlError)
    if (!revealed || lost) await forget()
    throw error
  }
}
