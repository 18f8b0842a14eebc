import type { Ctx } from '#platform/ctx.ts'
import type { Fact } from '#platform/facts.ts'

/**
 * One attempt of a job. `number` counts from 1; `signal` aborts when the attempt loses its claim or the worker stops.
 */
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
  /** Retries after the first attempt, 5 seconds to 15 minutes apart; 10 by default (an hour or two), 2 with `every`. */
  retries?: number
  /** An attempt that takes longer is given to another worker. At least three times the slowest normal run. */
  expireSeconds?: number
  /** How many jobs of this kind one worker runs at the same time; 4 by default, 1 with `every`. */
  concurrency?: number
  /** A person is waiting: the job starts when the fact is committed, not at the next poll. */
  userWaits?: boolean
  /**
   * Also runs for the facts of test organizations, with a context of that organization; a scheduled one runs after
   * their clock was moved.
   */
  inSandbox?: boolean
  run: Run<T>
  /**
   * Runs instead of a second attempt if the first attempt's process died or froze for half a minute; the job then
   * counts as dead. For jobs that process untrusted input, which could crash the next process, too.
   */
  afterCrash?: (ctx: Ctx, data: T) => Promise<unknown>
}

export type Job<T extends object = object> = {
  readonly name: string
  readonly on: readonly Fact<T>[]
  readonly every: string | null
  readonly retries: number
  readonly expireSeconds: number
  readonly concurrency: number
  readonly userWaits: boolean
  readonly inSandbox: boolean
  // A method, so that a list can hold jobs of any fact.
  run(ctx: Ctx, data: T, attempt: Attempt): Promise<void>
  afterCrash?(ctx: Ctx, data: T): Promise<unknown>
}

export type AnyJob = Job<object>

/** Declares a job: the facts or times that trigger it, its retries, and the idempotent operation it runs. */
export function job<T extends object = Record<string, never>>(declaration: JobDeclaration<T>): Job<T> {
  const {
    name,
    on = [],
    every = null,
    expireSeconds = 120,
    userWaits = false,
    inSandbox = false,
    run,
    afterCrash,
  } = declaration
  const facts = [on].flat() as readonly Fact<T>[]
  // A sweep finds its rows itself, while a fact identifies them: declare two jobs for the same operation.
  if (every && facts.length > 0) throw new Error(`job ${name} must run either on facts or on a schedule`)
  // The next scheduled time is the better retry.
  const { retries = every ? 2 : 10, concurrency = every ? 1 : 4 } = declaration
  if (!/^[a-z][a-z0-9]*\.[a-z][a-z0-9-]*$/.test(name)) throw new Error(`job ${name} must be named module.consequence`)
  return {
    name,
    on: facts,
    every,
    retries,
    expireSeconds,
    concurrency,
    userWaits,
    inSandbox,
    run,
    ...(afterCrash && { afterCrash }),
  }
}
