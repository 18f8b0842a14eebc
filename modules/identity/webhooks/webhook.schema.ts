import { listedTypes } from '#platform/events/event-types.ts'
import { id, list, wording, z } from '#platform/schema.ts'
import { webhookTexts } from './webhook.texts.ts'

export const endpointFields = {
  url: z
    .string()
    .trim()
    .min(1)
    .max(500)
    .refine(URL.canParse, { error: wording(webhookTexts.urlWrong) }),
  /** An empty list means every type that the client's permissions allow. */
  event_types: list(z.enum(listedTypes as [(typeof listedTypes)[number]]), listedTypes.length).default([]),
}

export const NewEndpoint = z.object({
  /** A client leaves it out, because the endpoint is its own. */
  client_id: id().nullish(),
  ...endpointFields,
})

const instant = z.iso.datetime().nullable()

export const ListedEndpoint = z.object({
  webhook_endpoint_id: z.int(),
  client_id: z.int(),
  client_name: z.string(),
  url: z.string(),
  event_types: z.array(z.string()),
  /**
   * `paused` by staff, `failing` after days of failures, `gone` after a 410 response, `key_ended` when the key that set
   * the address was revoked.
   */
  state: z.enum(['active', 'paused', 'failing', 'gone', 'key_ended']),
  created_at: z.iso.datetime(),
  failing_since: instant,
  /** The former secret signs, too, until this time. */
  former_secret_until: instant,
  /** Waiting deliveries, counted up to 1,000. */
  waiting: z.int(),
})
export type ListedEndpoint = z.output<typeof ListedEndpoint>

export const ListedDelivery = z.object({
  webhook_delivery_id: z.int(),
  event_id: z.string(),
  type: z.string(),
  subject: z.string(),
  state: z.enum(['waiting', 'delivered', 'failed']),
  attempts: z.int(),
  created_at: z.iso.datetime(),
  /** Set while the delivery is waiting. */
  next_try_at: instant,
  settled_at: instant,
  /** The last attempt. */
  http_status: z.int().nullable(),
  fault: z.string().nullable(),
})
export type ListedDelivery = z.output<typeof ListedDelivery>

export const ShownDelivery = z.object({
  delivery: ListedDelivery.extend({ webhook_endpoint_id: z.int(), url: z.string() }),
  /** The request body. */
  body: z.string(),
  tries: z.array(
    z.object({
      attempted_at: z.iso.datetime(),
      milliseconds: z.int(),
      http_status: z.int().nullable(),
      fault: z.string().nullable(),
      answer: z.string().nullable(),
    }),
  ),
})
