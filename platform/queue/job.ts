import type { Ctx } from '#platform/ctx.ts'
import type { Fact } from '#platform/facts.ts'

/** One try of a job. `number` counts from 1; `signal` aborts when the try has lost its claim or the worker stops. */
export type Attempt = {
  readonly id: string
  readonly number: number
  readonly last: boolean
  readonly signal: AbortSignal
}

type Run<T> = (ctx: Ctx, data: T, attempt: Attempt) => Promise<void>

export type JobDeclaration<T extends object> = {
  /** `<module>.<consequence>`, for example `learning.report-completion`; also the name of its queue. */
  name: `${string}.${string}`
  /** Runs once for each of these facts, with the fact's data. */
  on?: Fact<T> | readonly Fact<T>[]
  /** Instead of `on`: runs at these times (five cron fields, UTC) with `{}`, and once whenever a worker starts. */
  every?: string
  /** Further tries after the first, from 5 seconds to 15 minutes apart; 10 by default (an hour or two), 2 with `every`. */
  retries?: number
  /** A try that takes longer is given to another worker: at least three times the slowest honest run. */
  expireSeconds?: number
  /** How many of this job one worker takes and runs at the same time; 4 by default, 1 with `every`. */
  concurrency?: number
  /** A person waits for it: it starts when the fact is committed, not at the next look into the queue. */
  waitedFor?: boolean
  run: Run<T>
  /**
   * Runs instead of a second try where the process of the first one ended, or stopped for half a minute: the job is then dead
   * and says so. For jobs that work on what a stranger sent, which would end the next process, too.
   */
  died?: (ctx: Ctx, data: T) => Promise<unknown>
}

export type Job<T extends object = object> = {
  readonly name: string
  readonly on: readonly Fact<T>[]
  readonly every: string | null
  readonly retries: number
  readonly expireSeconds: number
  readonly concurrency: number
  readonly waitedFor: boolean
  // A method, so that a list of jobs may hold jobs of any fact.
  run(ctx: Ctx, data: T, attempt: Attempt): Promise<void>
  died?(ctx: Ctx, data: T): Promise<unknown>
}

export type AnyJob = Job<object>

/** Declares a consequence: on these facts, or at these times, this stubbornly, run this idempotent operation. */
export function job<T extends object = Record<string, never>>(declared: JobDeclaration<T>): Job<T> {
  const { name, on = [], every = null, expireSeconds = 120, waitedFor = false, run, died } = declared
  const facts = [on].flat() as readonly Fact<T>[]
  // A sweep finds its rows itself and a fact names them: two jobs may run the same operation.
  if (every && facts.length > 0) throw new Error(`job ${name} answers either facts or the clock`)
  // The next time on the clock is the better retry, and it comes without one.
  const { retries = every ? 2 : 10, concurrency = every ? 1 : 4 } = declared
  if (!/^[a-z][a-z0-9]*\.[a-z][a-z0-9-]*$/.test(name)) throw new Error(`job ${name} must be named module.consequence`)
  return { name, on: facts, every, retries, expireSeconds, concurrency, waitedFor, run, ...(died && { died }) }
}
