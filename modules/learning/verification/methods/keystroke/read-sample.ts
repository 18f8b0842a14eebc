import {
  distance,
  isTooEven,
  type KeyEvent,
  minOwnDistance,
  readStrokes,
  type SampleFault,
  type Timings,
  timingsOf,
} from '#modules/security/index.ts'
import { z } from '#platform/schema.ts'

const Event = z.tuple([
  z.enum(['down', 'up']),
  z.string().max(30),
  z.string().max(30),
  z.number().min(0).max(100_000_000),
])

/** The keys recorded while a text was typed. `pasted`: text entered the field without keys. */
export const TypedSample = z.object({ events: z.array(Event).max(10_000), pasted: z.boolean() })
export type TypedSample = z.output<typeof TypedSample>

/** A sample from a form; null for a malformed one. */
export function parseSample(text: string): TypedSample | null {
  try {
    return TypedSample.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

type UnusableReason = Exclude<SampleFault, 'text' | 'unavailable'> | 'copied'
/** `again`: the text differs; nothing was measured. `unavailable`: keys without usable timing, as on phones. */
export type SampleReading = { timings: Timings } | { again: true } | { unavailable: true } | { doubt: UnusableReason }

/** The timings of a typed text, or why it can't be used. `earlier`: samples that it must not repeat. */
export function readSample(
  { events, pasted }: TypedSample,
  sentence: string,
  earlierTimings: readonly Timings[],
): SampleReading {
  if (pasted) return { doubt: 'pasted' }
  const strokes = readStrokes(sortByTime(events), sentence)
  if (strokes === 'unavailable') return { unavailable: true }
  if (typeof strokes === 'string') return { again: true }
  const timings = timingsOf(strokes)
  if (isTooEven(timings)) return { doubt: 'even' }
  if (earlierTimings.some((sample) => distance(timings, sample) < minOwnDistance)) return { doubt: 'copied' }
  return { timings }
}

const sortByTime = (events: readonly KeyEvent[]): KeyEvent[] => events.toSorted((a, b) => a[3] - b[3])
