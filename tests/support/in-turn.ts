import type { Ctx } from '#platform/ctx.ts'
import { Refusal } from '#platform/errors.ts'

export type InTurn<A, B> = {
  first: A
  /** The result of the second, or the code of its refusal. */
  second: B | string
  /** Whether the second waited until the first had committed. */
  waited: boolean
}

/**
 * Steps two transactions by hand: the first runs and stays open, the second starts, and the first commits once the
 * second waits for it or has ended. The result is deterministic: without the lock the second does not wait, or
 * continues with what it read before the first had committed. `ctx` must be outside a transaction.
 */
export async function inTurn<A, B>(
  ctx: Ctx,
  first: (inner: Ctx) => PromiseLike<A>,
  second: () => PromiseLike<B>,
): Promise<InTurn<A, B>> {
  let ending: Promise<B | string> | undefined
  let waited = false
  const result = await ctx.tx(async (inner) => {
    const result = await first(inner)
    const [holder] = await inner.sql<{ pid: number }>`select pg_backend_pid() as pid`
    let isEnded = false
    ending = start(second).finally(() => {
      isEnded = true
    })
    ending.catch(() => {})
    while (!isEnded && !waited) waited = await hasWaiter(ctx, holder!.pid)
    return result
  })
  return { first: result, second: await ending!, waited }
}

/** Whether two transactions with the same operation run one after the other. */
export const takesTurns = async (ctx: Ctx, run: (inner: Ctx) => PromiseLike<unknown>): Promise<boolean> =>
  (await inTurn(ctx, run, () => ctx.tx(async (inner) => run(inner)))).waited

async function start<B>(second: () => PromiseLike<B>): Promise<B | string> {
  try {
    return await second()
  } catch (error) {
    if (error instanceof Refusal) return error.kind.code
    throw error
  }
}

async function hasWaiter({ sql }: Ctx, pid: number): Promise<boolean> {
  const [row] = await sql<{ waits: boolean }>`
    select exists (select from pg_locks l where not l.granted and ${pid}::int = any(pg_blocking_pids(l.pid))) as waits`
  return row!.waits
}
