import { parentPort } from 'node:worker_threads'
import { Refusal } from '#platform/errors.ts'
import type { Report, SentRefusal, Work } from './read-in-worker.ts'
import { readerIn } from './reader.ts'

// The entry point of a reader's thread: loads the reader that each message names, and reports the result.
const report = (report: Report) => parentPort!.postMessage(report)

parentPort!.on('message', async ({ id, name, url, input }: Work) => {
  try {
    const reader = readerIn(await import(/* @vite-ignore */ url))
    if (reader.name !== name) throw new Error(`the reader at ${url} has another name`)
    report({ id, state: 'started' })
    report({ id, state: 'done', output: await reader.read(input) })
  } catch (error) {
    if (isRefusal(error)) report({ id, state: 'refused', refusal: sentOf(error) })
    // The error message may quote the file; the source position does not.
    else report({ id, state: 'failed', at: placeOf(error) })
  }
})

// Each built reader is a bundle with its own copy of this class.
const isRefusal = (error: unknown): error is Refusal =>
  error instanceof Refusal || (error instanceof Error && error.name === 'Refusal' && 'kind' in error)

function sentOf({ kind: { code, status, text }, params, answer, issues }: Refusal): SentRefusal {
  return { kind: { code, status, text }, params, answer, issues }
}

function placeOf(error: unknown): string {
  const { name = 'Error', stack = '' } = error instanceof Error ? error : {}
  const frame = /\n\s+at (.*)/.exec(stack)?.[1] ?? ''
  return `${name} ${frame.slice(-120)}`
}
