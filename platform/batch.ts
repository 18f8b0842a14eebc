import { setImmediate } from 'node:timers'
import { SqlError } from './db/errors.ts'

type Asker<Ask, Answer> = {
  readonly ask: Ask
  readonly resolve: (answer: Answer) => void
  readonly reject: (reason: unknown) => void
}
type AnswerAll<Ask, Answer> = (asks: readonly Ask[]) => Promise<readonly Answer[]>

const mostTogether = 50
/** One answering at a time makes the most of each; no one waits longer than this (ms) for others. */
const patience = 50
/** Milliseconds from the start of one batch to the next while many ask, unless `enough` wait already. */
const pause = 5
const enough = 8
/** How long (ms) it counts as many after two or more went together. */
const busyFor = 100

/**
 * Lets many requests share one answer, such as one statement for all of them. Requests of one turn of the event loop are
 * answered together at its end; requests that arrive while a batch is being answered wait for the next one. While many
 * ask, batches keep a small distance, so that a quick database is not asked for each of them alone. `answerAll` gives an
 * answer for each ask, in their order; what the database refuses to several is tried again for each alone, so that an
 * error is the asker's own.
 */
export function batch<Ask, Answer>(answerAll: AnswerAll<Ask, Answer>): (ask: Ask) => Promise<Answer> {
  const waiting: Asker<Ask, Answer>[] = []
  // What newcomers wait for: the answering under way, unless it takes too long.
  let current: object | null = null
  let soon = false
  let timer: NodeJS.Timeout | undefined
  let pausing: NodeJS.Timeout | undefined
  let began = Number.NEGATIVE_INFINITY
  let busyUntil = Number.NEGATIVE_INFINITY

  function answerSoon(): void {
    if (soon && (!pausing || waiting.length < enough)) return
    const now = performance.now()
    const left = now < busyUntil && waiting.length < enough ? began + pause - now : 0
    soon = true
    clearTimeout(timer)
    clearTimeout(pausing)
    timer = undefined
    pausing = left > 0 ? setTimeout(answerSome, left) : undefined
    if (!pausing) setImmediate(answerSome)
  }

  async function answerSome(): Promise<void> {
    timer = undefined
    pausing = undefined
    soon = false
    const own = {}
    current = own
    began = performance.now()
    const together = waiting.splice(0, mostTogether)
    if (together.length > 1) busyUntil = began + busyFor
    // Callers for whom there was no room do not wait longer for these than others.
    if (waiting.length > 0) timer = setTimeout(answerSome, patience)
    await answerTogether(together, answerAll)
    if (current !== own) return
    current = null
    if (waiting.length > 0) answerSoon()
  }

  return (ask) =>
    new Promise((resolve, reject) => {
      waiting.push({ ask, resolve, reject })
      if (current) timer ??= setTimeout(answerSome, patience)
      else answerSoon()
    })
}

async function answerTogether<Ask, Answer>(
  askers: readonly Asker<Ask, Answer>[],
  answerAll: AnswerAll<Ask, Answer>,
): Promise<void> {
  try {
    const answers = await answerAll(askers.map(({ ask }) => ask))
    for (const [at, { resolve }] of askers.entries()) resolve(answers[at] as Answer)
  } catch (error) {
    if (askers.length > 1 && isOfOne(error)) await Promise.all(askers.map((one) => answerTogether([one], answerAll)))
    else for (const { reject } of askers) reject(error)
  }
}

/** A refused statement has done nothing. Where the server is at its end (too full, too slow, going down) it is everybody's. */
const isOfOne = (error: unknown): boolean => error instanceof SqlError && !/^5[378]/.test(error.code)

/** One `batch` for each key, such as the handle of a scope: what is asked for within different scopes never mixes. */
export function batchBy<Key extends object, Ask, Answer>(
  answerAll: (key: Key, asks: readonly Ask[]) => Promise<readonly Answer[]>,
): (key: Key, ask: Ask) => Promise<Answer> {
  const batched = new WeakMap<Key, (ask: Ask) => Promise<Answer>>()
  return (key, ask) => {
    const known = batched.get(key)
    if (known) return known(ask)
    const own = batch((asks: readonly Ask[]) => answerAll(key, asks))
    batched.set(key, own)
    return own(ask)
  }
}
