import { setTimeout as later } from 'node:timers/promises'
import { errors } from '#platform/errors.ts'
import { defineReader } from '#platform/readers/reader.ts'
import { readerErrors } from '#platform/readers/reader-errors.ts'

let readings = 0

/** Ends in the way that its input names, to cover every outcome of a read. */
export const trialReader = defineReader({
  name: 'platform/readers/testing/trial',
  limits: { bytes: 5_000_000, ms: 4_000, memoryMb: 24 },
  worst: {},
  read: async (input: { end: string; content?: Uint8Array }) => {
    readings += 1
    if (input.end === 'loop') for (;;);
    if (input.end === 'hoard') for (const all: unknown[] = []; ; ) all.push({ more: [1, 2, 3] })
    if (input.end === 'exit') process.exit(3)
    if (input.end === 'recurse') return recurse(0)
    if (input.end === 'throw') throw new Error('with words of the file')
    if (input.end === 'refuse') throw readerErrors.unreadable({ line: 7 }, { line: 7 })
    if (input.end === 'invalid') throw errors.invalid({}, {}, [{ path: 'rows.3', message: 'Shorten this.' }])
    if (input.end === 'wait') await later(300)
    return { readings, size: input.content?.byteLength ?? 0, secrets: Object.keys(process.env).length }
  },
})

const recurse = (depth: number): never => recurse(depth + 1)
