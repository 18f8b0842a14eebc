import type { webhooks } from './document.ts'

/** Types of events; more may appear at any time. */
export type WaypostEventType = keyof webhooks

/** An event of one type: `WaypostEvent<'course.passed'>`; any event by default. */
export type WaypostEvent<T extends WaypostEventType = WaypostEventType> = {
  [K in T]: webhooks[K]['post']['requestBody']['content']['application/json']
}[T]
