import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import type { Attributes, OpenSpan, SpanKind, SpanStart, Tracer } from './traced.ts'

/** A finished span; times in nanoseconds since 1970. */
export type Span = {
  readonly trace_id: string
  readonly span_id: string
  readonly parent_id: string | null
  readonly kind: SpanKind
  readonly name: string
  readonly started_ns: bigint
  readonly ended_ns: bigint
  readonly attributes: Attributes
  readonly failed: boolean
}

type Place = { readonly trace_id: string; readonly span_id: string; readonly sampled: boolean }

export type TracerOptions = {
  /** Takes a finished span; must not throw. */
  readonly record: (span: Span) => void
  /** The share of traces that are recorded, from 0 to 1. */
  readonly ratio: number
  readonly close: () => Promise<void>
}

const hex = (bytes: number) => randomBytes(bytes).toString('hex')

/** W3C Trace Context, version 00 and those that extend it; null for anything else. */
function readTraceparent(header: string | undefined): Place | null {
  const [, version, trace_id, span_id, flags] =
    /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(?:-.*)?$/.exec(header ?? '') ?? []
  if (!trace_id || !span_id || version === 'ff') return null
  if (version === '00' && header!.length !== 55) return null
  if (/^0+$/.test(trace_id) || /^0+$/.test(span_id)) return null
  return { trace_id, span_id, sampled: (Number.parseInt(flags!, 16) & 1) === 1 }
}

const writeTraceparent = ({ trace_id, span_id, sampled }: Place) => `00-${trace_id}-${span_id}-${sampled ? '01' : '00'}`

/** Sampled at random, not by the trace's id: the caller chooses that id, and could choose to be always recorded. */
const isChosen = (ratio: number) => randomBytes(4).readUInt32BE() / 2 ** 32 < ratio

// The monotonic clock with the offset of the wall clock at the start: a stepped clock makes no negative spans.
const offset = BigInt(Date.now()) * 1_000_000n - process.hrtime.bigint()
const nowNs = () => process.hrtime.bigint() + offset

/** Opens a tracer that records a share of the traces (`ratio`, 0 to 1), and all traces that a caller samples. */
export function openTracer({ record, ratio, close }: TracerOptions): Tracer {
  const storage = new AsyncLocalStorage<Place>()

  function placeFor({ kind, traceparent }: SpanStart): { place: Place; parent_id: string | null } | null {
    const caller = readTraceparent(traceparent)
    const outer = storage.getStore() ?? null
    const parent = caller ?? outer
    if (!parent && (kind === 'statement' || kind === 'call')) return null
    // A caller may opt out of a trace, but can't get more traces than the setting allows. Spans within another one are
    // recorded with it.
    const sampled = !caller && outer ? outer.sampled : (caller?.sampled ?? true) && isChosen(ratio)
    const place = { trace_id: parent?.trace_id ?? hex(16), span_id: hex(8), sampled }
    return { place, parent_id: parent?.span_id ?? null }
  }

  return {
    close,
    async span(start, work) {
      const position = placeFor(start)
      if (!position) return work(null)
      const { place, parent_id } = position
      const state = { name: start.name, attributes: { ...start.attributes } as Attributes, failed: false }
      const span: OpenSpan = {
        traceparent: writeTraceparent(place),
        rename(name) {
          state.name = name
        },
        set(attributes) {
          state.attributes = { ...state.attributes, ...attributes }
        },
        fail() {
          state.failed = true
        },
      }
      const started_ns = nowNs()
      try {
        return await storage.run(place, () => work(span))
      } catch (error) {
        state.failed = true
        span.set({ 'error.type': error instanceof Error ? error.name : typeof error })
        throw error
      } finally {
        const { trace_id, span_id, sampled: placed } = place
        if (placed) record({ trace_id, span_id, parent_id, kind: start.kind, ...state, started_ns, ended_ns: nowNs() })
      }
    },
  }
}
