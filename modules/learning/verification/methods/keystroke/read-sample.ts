import {
  distance,
  isTooEven,
  type KeyEvent,
  nearestOwn,
  readStrokes,
  type Timings,
  timingsOf,
  type Unusable,
} from '#modules/security/index.ts'
import { z } from '#platform/schema.ts'

const Event = z.tuple([
  z.enum(['down', 'up']),
  z.string().max(30),
  z.string().max(30),
  z.number().min(0).max(100_000_000),
])

/** What the page heard while a text was typed. `pasted`: something came into the field without keys. */
export const TypedSample = z.object({ events: z.array(Event).max(10_000), pasted: z.boolean() })
export type TypedSample = z.output<typeof TypedSample>

/** A sample as a form sends it; null for one that cannot be read. */
export function parseSample(text: string): TypedSample | null {
  try {
    return TypedSample.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

type Doubt = Exclude<Unusable, 'text' | 'unavailable'> | 'copied'
/** `again`: not the text; nothing was measured. `unavailable`: keys that tell nothing, as a phone's. */
export type Read = { timings: Timings } | { again: true } | { unavailable: true } | { doubt: Doubt }

/** The times of a typed text, if a person typed it now. `earlier`: the samples that it must not be a copy of. */
export function readSample({ events, pasted }: TypedSample, sentence: string, earlier: readonly Timings[]): Read {
  if (pasted) return { doubt: 'pasted' }
  const strokes = readStrokes(inOrder(events), sentence)
  if (strokes === 'unavailable') return { unavailable: true }
  if (typeof strokes === 'string') return { again: true }
  const timings = timingsOf(strokes)
  if (isTooEven(timings)) return { doubt: 'even' }
  if (earlier.some((one) => distance(timings, one) < nearestOwn)) return { doubt: 'copied' }
  return { timings }
}

const inOrder = (events: readonly KeyEvent[]): KeyEvent[] => events.toSorted((a, b) => a[3] - b[3])
