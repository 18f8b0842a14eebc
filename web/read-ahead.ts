import { hash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Context } from 'hono'
import type { SignedIn } from '../modules/identity/index.ts'
import type { Ctx, Organization } from '../platform/ctx.ts'
import type { HttpEnv } from '../platform/http/http-env.ts'
import { readInput } from '../platform/http/input.ts'
import type { Manifest } from '../platform/module.ts'
import type { AnyOperation } from '../platform/operation.ts'
import { openRecentMap } from '../platform/recent-map.ts'

/** A request with a reference, and how its context is opened once its session is known. */
type Asked = {
  readonly c: Context<HttpEnv>
  readonly reference: string
  readonly organization: Organization
  readonly open: (session: SignedIn) => Ctx
}
/** The context that the call was begun with if this is the session that it was begun for, else undefined. */
type Settle = (session: SignedIn | null) => Ctx | undefined
export type ReadAhead = (asked: Asked) => Settle | undefined

/** References that are remembered, each with whom it stood for last on a site. */
const mostKnown = 1_000

/**
 * Begins a call that may begin early (`ahead` of its operation) while it is being looked up whose session the request has:
 * for the person for whom the reference stood the last time. Two journeys to the database become as long as one. What is
 * read goes out only if the look-up finds the very same person with the very same rights; else it is dropped unseen, and
 * the call is done as if it had not begun.
 */
export function openReadAhead(manifests: readonly Manifest[]): ReadAhead {
  const early = manifests.flatMap(({ operations }) => operations).filter(({ ahead }) => ahead)
  const calls = new Map(early.map((operation) => [`/api${operation.path}`, operation]))
  const stoodFor = openRecentMap<string, SignedIn | null>(mostKnown)
  return ({ c, reference, organization, open }) => {
    const operation = c.req.method === 'GET' ? calls.get(c.req.path.replace(/\/$/, '')) : undefined
    if (!operation) return undefined
    const key = keyOf(reference, organization)
    const guess = stoodFor.get(key)
    const ctx = guess ? open(guess) : undefined
    if (ctx) begin(c, operation, ctx)
    return (session) => {
      if (isDeepStrictEqual(session, guess)) return ctx
      stoodFor.set(key, session)
      return undefined
    }
  }
}

/** References are kept nowhere as they are. */
const keyOf = (reference: string, { organization_id }: Organization): string =>
  hash('sha256', `${organization_id} ${reference}`, 'base64url')

function begin(c: Context<HttpEnv>, operation: AnyOperation, ctx: Ctx): void {
  const given = readInput(c, operation).then((input) => operation.run(ctx, input))
  // Whoever takes it hears what was wrong with it.
  given.catch(() => {})
  c.set('early', { ctx, given })
}
