import { Worker } from 'node:worker_threads'
import type { Ctx } from '#platform/ctx.ts'
import { errors, Refusal, type RefusalKind } from '#platform/errors.ts'
import { builtFolder, builtName } from './find-readers.ts'
import type { Reader } from './reader.ts'
import { readerErrors } from './reader-errors.ts'
import { openTurns } from './turns.ts'

/** The sender of a file: readings of one person wait for each other. */
export type Sender = Pick<Ctx, 'actor' | 'request' | 'log'>

export type Work = { id: number; name: string; url: string; input: unknown }
/** A Refusal in the form that passes between threads. */
export type SentRefusal = Pick<Refusal, 'params' | 'answer' | 'issues'> & { kind: RefusalKind }
export type Report =
  | { id: number; state: 'started' }
  | { id: number; state: 'done'; output: unknown }
  | { id: number; state: 'refused'; refusal: SentRefusal }
  | { id: number; state: 'failed'; at: string }

const short = openTurns({ atOnce: 2, each: 4, waiting: 40 })
const long = openTurns({ atOnce: 1, each: 4, waiting: 20 })
const longMs = 60_000

/** The time for a thread to load its reader, in milliseconds. */
const loadMs = 60_000
/** For inputs up to this many bytes, the input is copied and the thread is reused if it ended well. */
const smallInput = 1_000_000
const maxIdle = 2
const idleMs = 60_000

/**
 * Reads untrusted bytes in a thread with limited time and memory. If the thread dies, only this file is refused. A
 * large byte array is moved to the thread; the caller loses it. Throws the reader's refusals, tooLarge, tooMany or busy
 * if too many are waiting, and unreadable if the reading failed.
 */
export async function readInWorker<I, O>(sender: Sender, reader: Reader<I, O>, input: I): Promise<O> {
  const bytes = sizeOf(input)
  if (bytes > reader.limits.bytes) throw errors.tooLarge()
  const endTurn = await (reader.limits.ms > longMs ? long : short)(keyOf(sender))
  try {
    return (await readInThread(sender, reader, input, bytes)) as O
  } finally {
    endTurn()
  }
}

const keyOf = ({ actor, request }: Sender): string =>
  actor.kind === 'user' ? `user:${actor.user_id}` : `${actor.kind}:${request.address}`

type Thread = { worker: Worker; memoryMb: number; timer?: NodeJS.Timeout }
type Fault = 'time' | 'memory' | 'crash' | 'error'
type End = Exclude<Report, { state: 'started' }> | { state: 'died'; why: Fault }

let lastId = 0

async function readInThread<I, O>(sender: Sender, reader: Reader<I, O>, input: I, bytes: number): Promise<unknown> {
  const { name, limits } = reader
  const thread = takeIdleThread(limits.memoryMb) ?? openThread(limits.memoryMb)
  lastId += 1
  const work: Work = { id: lastId, name, url: urlOf(name), input }
  const startedAt = performance.now()
  const end = await settle(thread.worker, work, limits.ms, bytes > smallInput ? buffersOf(input) : [])
  if (end.state !== 'died' && end.state !== 'failed' && bytes <= smallInput) poolIdleThread(thread)
  else await thread.worker.terminate()
  if (end.state === 'done') return end.output
  if (end.state === 'refused') throw refusalOf(end.refusal)
  const reason: Fault = end.state === 'died' ? end.why : 'error'
  const location = end.state === 'failed' ? end.at : ''
  sender.log.warn('reader.failed', {
    reader: name,
    why: reason,
    at: location,
    bytes,
    ms: Math.round(performance.now() - startedAt),
  })
  throw readerErrors.unreadable()
}

/** Waits for one reading to end; its time starts once the thread has loaded the reader. */
function settle(worker: Worker, work: Work, ms: number, transfer: ArrayBuffer[]): Promise<End> {
  return new Promise((resolve, reject) => {
    let timer = setTimeout(() => end({ state: 'died', why: 'time' }), loadMs)
    const end = (result: End) => {
      clearTimeout(timer)
      worker.off('message', onMessage)
      worker.off('error', onError)
      worker.off('exit', onExit)
      resolve(result)
    }
    const onMessage = (report: Report) => {
      if (report.id !== work.id) return
      if (report.state !== 'started') return end(report)
      clearTimeout(timer)
      timer = setTimeout(() => end({ state: 'died', why: 'time' }), ms)
    }
    const onError = (error: NodeJS.ErrnoException) =>
      end({ state: 'died', why: error?.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'crash' })
    const onExit = () => end({ state: 'died', why: 'crash' })
    worker.on('message', onMessage)
    worker.on('error', onError)
    worker.on('exit', onExit)
    try {
      worker.postMessage(work, transfer)
    } catch (error) {
      end({ state: 'died', why: 'error' })
      reject(error)
    }
  })
}

// In development the sources run directly; the build has separate files for the threads.
const isSource = import.meta.url.endsWith('.ts')
const threadUrl = isSource
  ? new URL('./thread.ts', import.meta.url)
  : new URL('thread.js', builtFolder(import.meta.url))
const urlOf = (name: string): string =>
  isSource
    ? new URL(`../../${name}.reader.ts`, import.meta.url).href
    : new URL(`${builtName(name)}.js`, builtFolder(import.meta.url)).href

const idle: Thread[] = []

/** A thread without the server's environment and arguments. */
function openThread(memoryMb: number): Thread {
  const resourceLimits = { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 }
  const worker = new Worker(threadUrl, { env: {}, argv: [], execArgv: [], resourceLimits })
  // A thread that dies between two readings must not end the process.
  worker.on('error', () => {})
  worker.once('exit', () => forget(worker))
  return { worker, memoryMb }
}

function takeIdleThread(memoryMb: number): Thread | null {
  const index = idle.findIndex((thread) => thread.memoryMb === memoryMb)
  if (index < 0) return null
  const [thread] = idle.splice(index, 1)
  clearTimeout(thread!.timer)
  thread!.worker.ref()
  return thread!
}

/** Loading a reader takes longer than reading a small file, so the thread is kept for the next one. */
function poolIdleThread(thread: Thread): void {
  if (idle.length >= maxIdle) drop(idle[0]!.worker)
  idle.push(thread)
  thread.worker.unref()
  thread.timer = setTimeout(() => drop(thread.worker), idleMs).unref()
}

function drop(worker: Worker): void {
  forget(worker)
  void worker.terminate()
}

function forget(worker: Worker): void {
  const index = idle.findIndex((thread) => thread.worker === worker)
  if (index >= 0) clearTimeout(idle.splice(index, 1)[0]!.timer)
}

const refusalOf = ({ kind, params, answer, issues }: SentRefusal): Refusal => new Refusal(kind, params, answer, issues)

/** The parts of an input: the input itself, or the values of an object. */
const partsOf = (input: unknown): unknown[] =>
  typeof input === 'object' && input !== null && !ArrayBuffer.isView(input) ? Object.values(input) : [input]

const sizeOf = (input: unknown): number =>
  partsOf(input).reduce<number>(
    (sum, part) => sum + (typeof part === 'string' ? part.length : ArrayBuffer.isView(part) ? part.byteLength : 0),
    0,
  )

/** Transferable parts: byte arrays that own their whole buffer. */
function buffersOf(input: unknown): ArrayBuffer[] {
  return partsOf(input).flatMap((part) =>
    part instanceof Uint8Array && part.buffer instanceof ArrayBuffer && part.byteLength === part.buffer.byteLength
      ? [part.buffer]
      : [],
  )
}
