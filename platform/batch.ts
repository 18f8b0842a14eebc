import { setImmediate } from 'node:timers'
import { SqlError } from './db/errors.ts'

type Pending<Input, Output> = {
  readonly input: Input
  readonly resolve: (output: Output) => void
  readonly reject: (reason: unknown) => void
}
type RunBatch<Input, Output> = (inputs: readonly Input[]) => Promise<readonly Output[]>

const maxTogether = 50
/** Batches run one at a time to be as large as possible; after this many milliseconds the next one starts anyway. */
const maxWaitMs = 50
/** Milliseconds between the starts of two batches under load, unless `sufficientCount` requests are already waiting. */
const minIntervalMs = 5
const sufficientCount = 8
/** Milliseconds after a batch of two or more during which the load counts as high. */
const highLoadMs = 100

/**
 * Lets many requests share one call, such as one SQL statement. Requests from the same turn of the event loop run
 * together at its end; requests that arrive while a batch is running wait for the next one. Under load, batches keep a
 * small distance, so that a fast database does not get one statement per request. `runBatch` returns one result per
 * request, in order. A batch that the database refuses is retried request by request, so that an error reaches only its
 * own caller.
 */
export function batch<Input, Output>(runBatch: RunBatch<Input, Output>): (input: Input) => Promise<Output> {
  const queue: Pending<Input, Output>[] = []
  // The running batch, which new requests wait for unless it takes too long.
  let current: object | null = null
  let isScheduled = false
  let timer: NodeJS.Timeout | undefined
  let pausing: NodeJS.Timeout | undefined
  let startedAt = Number.NEGATIVE_INFINITY
  let busyUntil = Number.NEGATIVE_INFINITY

  function runSoon(): void {
    if (isScheduled && (!pausing || queue.length < sufficientCount)) return
    const now = performance.now()
    const delay = now < busyUntil && queue.length < sufficientCount ? startedAt + minIntervalMs - now : 0
    isScheduled = true
    clearTimeout(timer)
    clearTimeout(pausing)
    timer = undefined
    pausing = delay > 0 ? setTimeout(runNext, delay) : undefined
    if (!pausing) setImmediate(runNext)
  }

  async function runNext(): Promise<void> {
    timer = undefined
    pausing = undefined
    isScheduled = false
    const key = {}
    current = key
    startedAt = performance.now()
    const batch = queue.splice(0, maxTogether)
    if (batch.length > 1) busyUntil = startedAt + highLoadMs
    // Requests that did not fit into this batch do not wait longer than others.
    if (queue.length > 0) timer = setTimeout(runNext, maxWaitMs)
    await runTogether(batch, runBatch)
    if (current !== key) return
    current = null
    if (queue.length > 0) runSoon()
  }

  return (input) =>
    new Promise((resolve, reject) => {
      queue.push({ input, resolve, reject })
      if (current) timer ??= setTimeout(runNext, maxWaitMs)
      else runSoon()
    })
}

async function runTogether<Input, Output>(
  pending: readonly Pending<Input, Output>[],
  runBatch: RunBatch<Input, Output>,
): Promise<void> {
  try {
    const outputs = await runBatch(pending.map(({ input }) => input))
    for (const [index, { resolve }] of pending.entries()) resolve(outputs[index] as Output)
  } catch (error) {
    if (pending.length > 1 && isOfOneRequest(error))
      await Promise.all(pending.map((request) => runTogether([request], runBatch)))
    else for (const { reject } of pending) reject(error)
  }
}

/** A refused statement has changed nothing. Errors of an overloaded or stopping server concern every request alike. */
const isOfOneRequest = (error: unknown): boolean => error instanceof SqlError && !/^5[378]/.test(error.code)

/** One `batch` per key, such as the handle of a scope, so that requests of different scopes never mix. */
export function batchBy<Key extends object, Input, Output>(
  runBatch: (key: Key, inputs: readonly Input[]) => Promise<readonly Output[]>,
): (key: Key, input: Input) => Promise<Output> {
  const batched = new WeakMap<Key, (input: Input) => Promise<Output>>()
  return (key, input) => {
    const existing = batched.get(key)
    if (existing) return existing(input)
    const keyBatch = batch((inputs: readonly Input[]) => runBatch(key, inputs))
    batched.set(key, keyBatch)
    return keyBatch(input)
  }
}
