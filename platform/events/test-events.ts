import { defineFact } from '#platform/facts.ts'

/**
 * A test organization wrote events. The publisher of the real ones doesn't see them, so they have a job of their own.
 */
export const testEventsWritten = defineFact<Record<string, never>>('platform.test_events', {
  internal: 'the events themselves are published',
})
