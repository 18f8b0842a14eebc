import { manifests } from '#modules/manifests.ts'
import { partnerDocument } from '#platform/openapi/partner-document.ts'
import { resolvePart } from '#platform/openapi/resolve-part.ts'
import type { ApiDocument, ApiOperation, JsonSchema } from '#platform/openapi/walk-schemas.ts'

type Operation = ApiOperation & {
  summary: string
  tags: readonly string[]
  security?: readonly object[]
  deprecated?: boolean
  'x-scopes'?: readonly string[]
  'x-deprecation'?: { since: string; sunset?: string; instead: string }
}
export type PartnerCall = { name: string; method: string; path: string; operation: Operation }

type PageData = { document: ApiDocument; tags: readonly { name: string; description: string }[]; calls: PartnerCall[] }
let loaded: PageData | undefined

/** The partner document, prepared for its pages at the first request. */
export function partnerCalls(): PageData {
  if (loaded) return loaded
  const document = partnerDocument(manifests)
  const calls = Object.entries(document.paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, Operation>).map(([method, operation]) => ({
      name: operation.operationId,
      method: method.toUpperCase(),
      path,
      operation,
    })),
  )
  const tags = (document.tags ?? []).map(({ name, description = '' }) => ({ name, description }))
  loaded = { document: document as ApiDocument, tags, calls }
  return loaded
}

export const findCall = (name: string): PartnerCall | undefined =>
  partnerCalls().calls.find((call) => call.name === name)

/** Calls whose name, path, texts or fields contain every word. */
export function searchCalls(text: string): PartnerCall[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return partnerCalls().calls.filter(({ name, path, operation }) => {
    const parameters = (operation.parameters ?? []).map(
      (parameter) => resolvePart(partnerCalls().document, parameter).name,
    )
    const all = [name, path, operation.summary, operation.description, ...parameters].join(' ').toLowerCase()
    return words.every((word) => all.includes(word))
  })
}

export type DescribedEvent = { type: string; summary: string; fields: string[]; needs: string }

/** The types of events that endpoints receive, as the document describes them. */
export function listEvents(): DescribedEvent[] {
  const { document } = partnerCalls()
  const { webhooks = {} } = document as { webhooks?: Record<string, { post: Operation }> }
  return Object.entries(webhooks).map(([type, { post }]) => {
    const body = resolvePart(document, post.requestBody!.content['application/json']!.schema!)
    const { properties = {} } = resolvePart(document, body.properties!.data!)
    const needs = (post.description ?? '').replace(/^Needs |\.$/g, '')
    return { type, summary: post.summary, fields: Object.keys(properties), needs }
  })
}

export type Field = { path: string; type: string; required: boolean; description: string }

/** The deepest level of fields that the pages show. */
const deepest = 4

/** The fields of an object, with those inside it: `data.courses[].course_name`. */
export function fieldsOf(schema: JsonSchema | undefined, path = '', level = 0): Field[] {
  const { document } = partnerCalls()
  const resolvedSchema = schema && resolvePart(document, schema)
  const object = resolvedSchema && (resolvedSchema.items ? resolvePart(document, resolvedSchema.items) : resolvedSchema)
  if (!object?.properties || level >= deepest) return []
  return Object.entries(object.properties).flatMap(([name, jsonSchema]) => {
    const field = resolvePart(document, jsonSchema)
    const fullPath = path ? `${path}.${name}` : name
    const inner = field.type === 'array' || [field.type].flat().includes('array') ? `${fullPath}[]` : fullPath
    const required = object.required?.includes(name) ?? false
    return [
      {
        path: fullPath,
        type: typeOf(jsonSchema),
        required,
        description: jsonSchema.description ?? field.description ?? '',
      },
      ...fieldsOf(field, inner, level + 1),
    ]
  })
}

/** The type of a schema in words for the reference: `string`, `list of object`, `integer or null`. */
export function typeOf(schema: JsonSchema | undefined): string {
  if (!schema) return 'any'
  if (schema.$ref) return 'object'
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return [...new Set(choices.map(typeOf))].join(' or ')
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(', ')
  const types = [schema.type ?? 'any'].flat()
  return types
    .map((type) => (type === 'array' ? `list of ${typeOf(schema.items)}` : ((schema.format as string) ?? type)))
    .map((type, index) => (types[index] === 'null' ? 'null' : type))
    .join(' or ')
}
