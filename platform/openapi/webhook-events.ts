import { type AnyEvent, listEventKinds } from '#platform/events/define-event.ts'
import { z } from '#platform/schema.ts'
import { plainSchema } from './plain-schema.ts'
import { type JsonSchema, mapSchema } from './walk-schemas.ts'

type EventDocument = { components?: { schemas?: Record<string, JsonSchema> }; webhooks?: Record<string, unknown> }

/**
 * Adds every event that endpoints receive: its body, the headers of Standard Webhooks, and the meaning of responses.
 */
export function addWebhookEvents(document: EventDocument): void {
  const kinds = listEventKinds()
  const schemas = Object.fromEntries(kinds.flatMap(schemasOf))
  const all = Object.entries({ ...document.components?.schemas, ...schemas })
  const sorted = Object.fromEntries(all.toSorted(([a], [b]) => (a < b ? -1 : 1)))
  document.components = { ...document.components, schemas: sorted }
  document.webhooks = Object.fromEntries(kinds.map((kind) => [kind.type, { post: describe(kind) }]))
}

/** `CoursePassedEvent` for `course.passed`. */
const nameOf = ({ type }: AnyEvent): string =>
  `${type
    .split(/[._]/)
    .map((word) => word[0]!.toUpperCase() + word.slice(1))
    .join('')}Event`

const refOf = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` })

function schemasOf(kind: AnyEvent): [string, JsonSchema][] {
  const { $schema, ...plain } = z.toJSONSchema(kind.data, { io: 'input' }) as JsonSchema
  const name = nameOf(kind)
  const properties = {
    id: { type: 'string', description: 'The same for each attempt, as the header webhook-id.' },
    type: { type: 'string', enum: [kind.type] },
    version: { type: 'integer', enum: [kind.version] },
    timestamp: { type: 'string', format: 'date-time', description: 'When it happened.' },
    livemode: { type: 'boolean', description: 'False for an event of a sandbox.' },
    organization_id: { type: 'integer' },
    subject: { type: 'string', description: 'The record. Events of one subject are delivered in their order.' },
    data: refOf(`${name}Content`),
  }
  return [
    [name, { type: 'object', description: kind.summary, properties, required: Object.keys(properties) }],
    [`${name}Content`, mapSchema(plain, (part) => withoutSafeBounds(plainSchema(part)))],
  ]
}

/** Removes the bounds of JavaScript's safe integers, which every integer has. */
function withoutSafeBounds({ minimum, maximum, ...schema }: JsonSchema): JsonSchema {
  const isSafe = minimum === Number.MIN_SAFE_INTEGER && maximum === Number.MAX_SAFE_INTEGER
  return isSafe ? schema : { ...schema, ...(minimum !== undefined && { minimum, maximum }) }
}

const header = (name: string, description: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
})

const describe = (kind: AnyEvent) => ({
  operationId: `on${nameOf(kind)}`,
  summary: kind.summary,
  description: `Needs ${kind.needs}.`,
  parameters: [
    header('webhook-id', 'The id of the event; the same for each attempt.'),
    header('webhook-timestamp', 'Seconds since 1970 of this attempt. Refuse one that is older than five minutes.'),
    header(
      'webhook-signature',
      '`v1,` and the HMAC-SHA256 of `id.timestamp.body` in base64; two while secrets change.',
    ),
  ],
  requestBody: { required: true, content: { 'application/json': { schema: refOf(nameOf(kind)) } } },
  responses: {
    '2XX': { description: 'Received. Every other answer is tried again, for three days.' },
    '410': { description: 'Not wanted any more: the endpoint gets nothing until it is resumed.' },
  },
})
