import { setImmediate } from 'node:timers'
import { SqlError } from './db/errors.ts'

type Asker<Ask, Answer> = {
  readonly ask: Ask
  readonly resolve: (answer: Answer) => void
  readonly reject: (reason: unknown) => void
}
type AnswerAll<Ask, Answer> = (asks: readonly Ask[]) => Promise<readonly Answer[]>

const maxTogether = 50
/** Batches run one at a time to be as large as possible; after this many milliseconds the next one starts anyway. */
const patience = 50
/** Milliseconds between the starts of two batches under load, unless `enough` requests are already waiting. */
const pause = 5
const enough = 8
/** How long (ms) after a batch of two or more the load counts as high. */
const busyFor = 100

/**
 * Lets many requests share one call, such as one SQL statement. Requests from the same turn of the event loop run
 * together at its end; requests that arrive while a batch is running wait for the next one. Under load, batches keep a
 * small distance, so that a fast database does not get one statement per request. `answerAll` returns one result per
 * request, in order. A batch that the database refuses is retried request by request, so that an error reaches only its
 * own caller.
 */
export function batch<Ask, Answer>(answerAll: AnswerAll<Ask, Answer>): (ask: Ask) => Promise<Answer> {
  const waiting: Asker<Ask, Answer>[] = []
  // The running batch, which new requests wait for unless it takes too long.
  let current: object | null = null
  let soon = false
  let timer: NodeJS.Timeout | undefined
  let pausing: NodeJS.Timeout | undefined
  let began = Number.NEGATIVE_INFINITY
  let busyUntil = Number.NEGATIVE_INFINITY

  function answerSoon(): void {
    if (soon && (!pausing || waiting.length < enough)) return
    const now = performance.now()
    const delay = now < busyUntil && waiting.length < enough ? began + pause - now : 0
    soon = true
    clearTimeout(timer)
    clearTimeout(pausing)
    timer = undefined
    pausing = delay > 0 ? setTimeout(answerSome, delay) : undefined
    if (!pausing) setImmediate(answerSome)
  }

  async function answerSome(): Promise<void> {
    timer = undefined
    pausing = undefined
    soon = false
    const key = {}
    current = key
    began = performance.now()
    const together = waiting.splice(0, maxTogether)
    if (together.length > 1) busyUntil = began + busyFor
    // Requests that did not fit into this batch do not wait longer than others.
    if (waiting.length > 0) timer = setTimeout(answerSome, patience)
    await answerTogether(together, answerAll)
    if (current !== key) return
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

/** A refused statement has changed nothing. Errors of an overloaded or stopping server concern every request alike. */
const isOfOne = (error: unknown): boolean => error instanceof SqlError && !/^5[378]/.test(error.code)

/** One `batch` per key, such as the handle of a scope, so that requests of different scopes never mix. */
export function batchBy<Key extends object, Ask, Answer>(
  answerAll: (key: Key, asks: readonly Ask[]) => Promise<readonly Answer[]>,
): (key: Key, ask: Ask) => Promise<Answer> {
  const batched = new WeakMap<Key, (ask: Ask) => Promise<Answer>>()
  return (key, ask) => {
    const existing = batched.get(key)
    if (existing) return existing(ask)
    const ofKey = batch((asks: readonly Ask[]) => answerAll(key, asks))
    batched.set(key, ofKey)
    return ofKey(ask)
  }
}
