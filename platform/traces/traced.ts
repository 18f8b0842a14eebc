/** The subject of a span. A statement or an outgoing call outside of a request or job has no span. */
export type SpanKind = 'request' | 'job' | 'statement' | 'call'

export type Attributes = Readonly<Record<string, string | number | boolean>>

/** A span that is still open. */
export type OpenSpan = {
  /** As W3C's `traceparent`, for a response. */
  readonly traceparent: string
  rename(name: string): void
  set(attributes: Attributes): void
  /** The work failed without throwing: a response of 500 and above. */
  fail(): void
}

export type SpanStart = {
  readonly kind: SpanKind
  readonly name: string
  readonly attributes?: Attributes
  /** The caller's `traceparent`; the span around this one by default. */
  readonly traceparent?: string | undefined
}

/** Records spans; `null` stands for work that is not recorded. */
export type Tracer = {
  span<T>(start: SpanStart, work: (span: OpenSpan | null) => Promise<T>): Promise<T>
  /** Sends the remaining spans. */
  close(): Promise<void>
}

let current: Tracer | null = null

/** Sets the tracer of this process; without a tracer nothing is recorded, and no tracing code is loaded. */
export function setTracer(tracer: Tracer | null): void {
  current = tracer
}

export const isTracing = (): boolean => current !== null

/** Runs the work in a span of the process's tracer, if it has one. */
export const traced = <T>(start: SpanStart, work: (span: OpenSpan | null) => Promise<T>): Promise<T> =>
  current ? current.span(start, work) : work(null)
