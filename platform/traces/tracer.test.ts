import { expect, test } from 'vitest'
import { openTracer, type Span } from './tracer.ts'

function open(ratio: number) {
  const exported: Span[] = []
  const tracer = openTracer({ record: (span) => exported.push(span), ratio, close: async () => {} })
  /** Serves a request with one statement; returns the `traceparent` of its response. */
  const serve = (traceparent?: string) =>
    tracer.span({ kind: 'request', name: 'GET', traceparent }, async (span) => {
      await tracer.span({ kind: 'statement', name: 'select' }, async () => {})
      return span!.traceparent
    })
  return { spans: exported, serve }
}

const traceOf = (digit: string) => digit.repeat(32)
const caller = (trace_id: string, flags = '01') => `00-${trace_id}-00f067aa0ba902b7-${flags}`

test("a caller's choice of its trace id does not get the trace recorded, and the ids are kept", async () => {
  const { spans, serve } = open(1e-9)
  const lowest = `${'0'.repeat(31)}1`
  for (const trace_id of [lowest, `${traceOf('f').slice(8)}00000000`]) {
    expect(await serve(caller(trace_id))).toMatch(new RegExp(`^00-${trace_id}-[\\da-f]{16}-00$`))
  }
  expect(spans).toEqual([])
})

test("a caller's trace continues if it is sampled, regardless of its id", async () => {
  const { spans, serve } = open(1)
  const trace_id = traceOf('f')
  expect(await serve(caller(trace_id))).toMatch(/-01$/)
  expect(spans.map(({ kind, trace_id }) => [kind, trace_id])).toEqual([
    ['statement', trace_id],
    ['request', trace_id],
  ])
  expect(spans[1]!.parent_id).toBe('00f067aa0ba902b7')
  expect(spans[0]!.parent_id).toBe(spans[1]!.span_id)
})

test('a trace is recorded as a whole or not at all', async () => {
  const { spans, serve } = open(0.5)
  const served = await Promise.all(
    Array.from({ length: 128 }, (_, index) => serve(index % 2 ? caller(traceOf('a')) : undefined)),
  )
  const chosen = served.filter((traceparent) => traceparent.endsWith('-01'))
  const requests = spans.filter(({ kind }) => kind === 'request')
  const statements = spans.filter(({ kind }) => kind === 'statement')
  expect(requests.map(({ span_id }) => span_id).toSorted()).toEqual(
    chosen.map((parent) => parent.split('-')[2]).toSorted(),
  )
  expect(statements.map(({ parent_id }) => parent_id).toSorted()).toEqual(
    requests.map((request) => request.span_id).toSorted(),
  )
  expect([chosen.length > 0, chosen.length < served.length]).toEqual([true, true])
})

test('a caller that does not record is not recorded', async () => {
  const { spans, serve } = open(1)
  expect(await serve(caller(traceOf('a'), '00'))).toMatch(/-00$/)
  expect(spans).toEqual([])
})
