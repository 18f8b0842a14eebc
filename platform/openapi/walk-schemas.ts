/** A JSON Schema of the OpenAPI document. */
export type JsonSchema = {
  type?: string | readonly string[]
  properties?: Readonly<Record<string, JsonSchema>>
  required?: readonly string[]
  items?: JsonSchema
  prefixItems?: readonly JsonSchema[]
  additionalProperties?: JsonSchema | boolean
  anyOf?: readonly JsonSchema[]
  oneOf?: readonly JsonSchema[]
  allOf?: readonly JsonSchema[]
  enum?: readonly unknown[]
  default?: unknown
  description?: string
  $ref?: string
} & Readonly<Record<string, unknown>>

/** The path of a schema from its operation inward: `['response', 'data', '[]', 'email']`. */
export type SchemaPlace = readonly string[]

const lists = ['anyOf', 'oneOf', 'allOf', 'prefixItems'] as const

/** Rewrites a schema bottom-up; `change` sees each part after its children. */
export function mapSchema(
  schema: JsonSchema,
  change: (schema: JsonSchema, place: SchemaPlace) => JsonSchema,
  place: SchemaPlace = [],
): JsonSchema {
  const inner = (part: JsonSchema, step: string) => mapSchema(part, change, [...place, step])
  const mapped: Record<string, unknown> = { ...schema }
  if (schema.properties)
    mapped.properties = Object.fromEntries(
      Object.entries(schema.properties).map(([name, property]) => [name, inner(property, name)]),
    )
  if (schema.items) mapped.items = inner(schema.items, '[]')
  if (typeof schema.additionalProperties === 'object')
    mapped.additionalProperties = inner(schema.additionalProperties, '{}')
  for (const list of lists) {
    const parts = schema[list]
    if (parts) mapped[list] = parts.map((part, index) => inner(part, `${list}${index}`))
  }
  return change(mapped as JsonSchema, place)
}

type Content = Record<string, { schema?: JsonSchema }>
type Parameter = { name: string; description?: string; required?: boolean; schema?: JsonSchema; example?: unknown }
type Response = { description?: string; headers?: Record<string, unknown>; content?: Content }
export type ApiOperation = {
  operationId: string
  description?: string
  parameters?: readonly Parameter[]
  requestBody?: { required?: boolean; content: Content }
  responses: Record<string, Response>
}
/** The parts of the OpenAPI document that are rewritten here. */
export type ApiDocument = {
  paths?: Record<string, Record<string, ApiOperation>>
  components?: {
    schemas?: Record<string, JsonSchema>
    parameters?: Record<string, Parameter>
    responses?: Record<string, Response>
  }
}

/** Rewrites every schema of every operation; the place begins with `parameter`, `body` or `response`. */
export function mapOperationSchemas(
  document: ApiDocument,
  change: (schema: JsonSchema, place: SchemaPlace, operation: ApiOperation) => JsonSchema,
): void {
  for (const path of Object.values(document.paths ?? {})) {
    for (const operation of Object.values(path)) {
      const map = (holder: { schema?: JsonSchema }, place: SchemaPlace) => {
        if (holder.schema)
          holder.schema = mapSchema(
            holder.schema,
            (jsonSchema, schemaPlace) => change(jsonSchema, schemaPlace, operation),
            place,
          )
      }
      for (const parameter of operation.parameters ?? []) map(parameter, ['parameter', parameter.name])
      for (const content of Object.values(operation.requestBody?.content ?? {})) map(content, ['body'])
      for (const response of Object.values(operation.responses)) {
        for (const content of Object.values(response.content ?? {})) map(content, ['response'])
      }
    }
  }
}
