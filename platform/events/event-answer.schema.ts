import { z } from '#platform/schema.ts'
import { isTest } from '#platform/test-organization.ts'

/** An event as receivers get it: in `GET /events`, and as the body of a webhook. */
export const EventResponse = z.object({
  id: z.string(),
  type: z.string(),
  version: z.int(),
  timestamp: z.iso.datetime(),
  organization_id: z.int(),
  /** False for an event of a sandbox. */
  livemode: z.boolean(),
  subject: z.string(),
  data: z.record(z.string(), z.unknown()),
})
export type EventResponse = z.output<typeof EventResponse>

export type EventRow = {
  event_id: string
  organization_id: number
  type: string
  version: number
  subject: string
  data: Record<string, unknown>
  created_at: Date
}

/** An event in the shape that receivers get. */
export const eventResponse = ({ event_id, created_at, ...event }: EventRow): EventResponse => ({
  id: eventName(event_id),
  type: event.type,
  version: event.version,
  timestamp: created_at.toISOString(),
  organization_id: event.organization_id,
  livemode: !isTest(event),
  subject: event.subject,
  data: event.data,
})

/** `evt_` and the id without its dashes. */
export const eventName = (event_id: string): string => `evt_${event_id.replaceAll('-', '')}`

/** The id in a name that its schema has checked. */
export const eventIdOf = (name: string): string =>
  name.slice(4).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
