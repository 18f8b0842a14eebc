import type { Log } from '#platform/log.ts'
import { untracedFetch } from '#platform/outbound.ts'
import type { Attributes, SpanKind, Tracer } from './traced.ts'
import { openTracer, type Span } from './tracer.ts'

export type OtlpOptions = {
  /** The receiver's address, to which `/v1/traces` is added. */
  readonly endpoint: string
  readonly headers: Readonly<Record<string, string>>
  readonly ratio: number
  /** Attributes of this process. */
  readonly resource: Attributes
  readonly log: Log
}

const sendEveryMs = 5_000
const maxPerRequest = 512
// A receiver that is down costs this many spans of memory, and later ones are dropped.
const maxWaiting = 4_096
const deadlineMs = 10_000
const complainEveryMs = 60_000

/** Sends spans in OTLP's JSON over HTTP: https://opentelemetry.io/docs/specs/otlp/#otlphttp */
export function openOtlpTracer({ endpoint, headers, ratio, resource, log }: OtlpOptions): Tracer {
  const url = `${endpoint.replace(/\/$/, '')}/v1/traces`
  const pendingSpans: Span[] = []
  let lostCount = 0
  let complainedAt = Number.NEGATIVE_INFINITY
  let sending = Promise.resolve()

  function complain(reason: string): void {
    if (performance.now() - complainedAt < complainEveryMs) return
    complainedAt = performance.now()
    log.warn('traces.not_sent', { reason, spans: lostCount })
    lostCount = 0
  }

  async function sendBatch(batch: readonly Span[]): Promise<void> {
    const body = JSON.stringify(encodeSpans(batch, resource))
    try {
      const signal = AbortSignal.timeout(deadlineMs)
      const request = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body, signal }
      const response = await untracedFetch(url, { ...request, redirect: 'error' })
      await response.body?.cancel()
      if (response.ok) return
      lostCount += batch.length
      complain(`status ${response.status}`)
    } catch (error) {
      lostCount += batch.length
      complain(error instanceof Error ? error.message : String(error))
    }
  }

  // One request at a time, so a slow receiver costs one connection.
  const flush = () => {
    sending = sending.then(async () => {
      while (pendingSpans.length > 0) await sendBatch(pendingSpans.splice(0, maxPerRequest))
    })
    return sending
  }
  const timer = setInterval(() => void flush(), sendEveryMs)
  timer.unref()

  return openTracer({
    ratio,
    record(span) {
      if (pendingSpans.length >= maxWaiting) {
        lostCount += 1
        complain('the receiver is too slow')
        return
      }
      pendingSpans.push(span)
      if (pendingSpans.length === maxPerRequest) void flush()
    },
    async close() {
      clearInterval(timer)
      await flush()
    },
  })
}

/** SPAN_KIND of OTLP: 2 server, 3 client, 5 consumer. */
const kinds: Readonly<Record<SpanKind, number>> = { request: 2, job: 5, statement: 3, call: 3 }
const errorStatus = { code: 2 }

const encodeSpans = (spans: readonly Span[], resource: Attributes) => ({
  resourceSpans: [
    {
      resource: { attributes: encodeAttributes(resource) },
      scopeSpans: [{ scope: { name: 'waypost' }, spans: spans.map(encodeSpan) }],
    },
  ],
})

const encodeSpan = (span: Span) => ({
  traceId: span.trace_id,
  spanId: span.span_id,
  ...(span.parent_id && { parentSpanId: span.parent_id }),
  name: span.name,
  kind: kinds[span.kind],
  startTimeUnixNano: String(span.started_ns),
  endTimeUnixNano: String(span.ended_ns),
  attributes: encodeAttributes(span.attributes),
  status: span.failed ? errorStatus : {},
})

const encodeAttributes = (attributes: Attributes) =>
  Object.entries(attributes).map(([key, value]) => ({ key, value: encodeValue(value) }))

function encodeValue(value: string | number | boolean) {
  if (typeof value === 'string') return { stringValue: value }
  if (typeof value === 'boolean') return { boolValue: value }
  // 64-bit integers are texts in OTLP's JSON.
  return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value }
}
