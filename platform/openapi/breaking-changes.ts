import { resolvePart } from './resolve-part.ts'
import type { ApiDocument, ApiOperation, JsonSchema } from './walk-schemas.ts'

/** The changes that break a client of the previous document; empty if all such clients keep working. */
export function breakingChanges(previous: ApiDocument, next: ApiDocument): string[] {
  const calls = Object.entries(previous.paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  return calls.flatMap(({ path, method, operation }) => {
    const name = `${method.toUpperCase()} ${path}`
    const now = next.paths?.[path]?.[method]
    if (!now) return [`${name} is gone`]
    const renamedNames =
      now.operationId === operation.operationId ? [] : [`${name} is no longer named ${operation.operationId}`]
    return [...renamedNames, ...comparing(previous, next, name).operation(operation, now)]
  })
}

type Direction = 'sent' | 'received'

function comparing(former: ApiDocument, next: ApiDocument, name: string) {
  function operation(previous: ApiOperation, now: ApiOperation): string[] {
    const received = Object.entries(previous.responses).flatMap(([status, response]) => {
      const counterpart = now.responses[status]
      if (!counterpart) return status === '200' ? [`${name} no longer returns ${status}`] : []
      return contents(resolvePart(former, response), resolvePart(next, counterpart), 'received')
    })
    return [...parameters(previous, now), ...body(previous, now), ...received]
  }

  function parameters(previous: ApiOperation, now: ApiOperation): string[] {
    const before = (previous.parameters ?? []).map((parameter) => resolvePart(former, parameter))
    const after = (now.parameters ?? []).map((parameter) => resolvePart(next, parameter))
    const removedNames = before.flatMap((parameter) => {
      const counterpart = after.find((candidate) => candidate.name === parameter.name)
      if (!counterpart) return [`${name} no longer takes ${parameter.name}`]
      return schemas(parameter.schema ?? {}, counterpart.schema ?? {}, 'sent', parameter.name, [])
    })
    const newlyRequired = after.filter(
      ({ name, required }) => required && !before.some((parameter) => parameter.name === name && parameter.required),
    )
    return [...removedNames, ...newlyRequired.map((parameter) => `${name} requires ${parameter.name}`)]
  }

  function body(previous: ApiOperation, now: ApiOperation): string[] {
    if (previous.requestBody)
      return now.requestBody
        ? contents(previous.requestBody, now.requestBody, 'sent')
        : [`${name} no longer takes a body`]
    return now.requestBody?.required ? [`${name} requires a body`] : []
  }

  function contents(
    previous: NonNullable<ApiOperation['requestBody']> | ApiOperation['responses'][string],
    now: typeof previous,
    direction: Direction,
  ): string[] {
    return Object.entries(previous.content ?? {}).flatMap(([type, { schema }]) => {
      const counterpart = now.content?.[type]
      if (!counterpart) return [`${name} has no ${type} any more`]
      return schema && counterpart.schema ? schemas(schema, counterpart.schema, direction, '', []) : []
    })
  }

  function schemas(
    previous: JsonSchema,
    now: JsonSchema,
    direction: Direction,
    path: string,
    parents: JsonSchema[],
  ): string[] {
    const [before, after] = [resolvePart(former, previous), resolvePart(next, now)]
    // A recursive object was compared above.
    if (parents.includes(before)) return []
    const inner = (a: JsonSchema, b: JsonSchema, step: string) =>
      schemas(a, b, direction, path ? `${path}.${step}` : step, [...parents, before])
    const place = `${name} ${direction} ${path}`.trim()
    return [
      ...types(before, after, direction, place),
      ...fields(before, after, direction, place),
      ...Object.entries(before.properties ?? {}).flatMap(([field, property]) => {
        const counterpart = after.properties?.[field]
        return counterpart ? inner(property, counterpart, field) : []
      }),
      ...(before.items && after.items ? inner(before.items, after.items, '[]') : []),
    ]
  }

  return { operation }
}

/** A request may accept more and a response may return less, but not the other way around. */
function types(before: JsonSchema, after: JsonSchema, direction: Direction, place: string): string[] {
  const [wide, narrow] = direction === 'sent' ? [after, before] : [before, after]
  const allowed = typesOf(wide)
  const missing = allowed.length === 0 ? [] : typesOf(narrow).filter((type) => !accepts(allowed, type))
  const wider = allowed.length > 0 && typesOf(narrow).length === 0 && !narrow.anyOf && !narrow.oneOf
  const values =
    direction === 'sent' && after.enum ? (before.enum ?? []).filter((value) => !after.enum?.includes(value)) : []
  const limited = direction === 'sent' && after.enum && !before.enum
  return [
    ...(missing.length > 0 || wider
      ? [`${place}: the type changed from ${typeText(before)} to ${typeText(after)}`]
      : []),
    ...(values.length > 0 || limited ? [`${place}: not every value is taken any more`] : []),
  ]
}

const typesOf = ({ type }: JsonSchema): readonly string[] => (type === undefined ? [] : [type].flat())
const accepts = (allowed: readonly string[], type: string) =>
  allowed.includes(type) || (type === 'integer' && allowed.includes('number'))
const typeText = (schema: JsonSchema) => typesOf(schema).join(' or ') || 'any'

function fields(before: JsonSchema, after: JsonSchema, direction: Direction, place: string): string[] {
  if (!before.properties || !after.properties) return []
  const removedNames = Object.keys(before.properties).filter((field) => !after.properties?.[field])
  const [neededSchema, had] = direction === 'sent' ? [after, before] : [before, after]
  const now = (neededSchema.required ?? []).filter(
    (field) => !had.required?.includes(field) && !removedNames.includes(field),
  )
  const change = direction === 'sent' ? 'is required' : 'may be missing'
  return [
    ...removedNames.map((field) => `${place}: ${field} is gone`),
    ...now.map((field) => `${place}: ${field} ${change}`),
  ]
}

/** The major version. */
const major = (version: string) => version.split('.')[0]

type VersionedDocument = ApiDocument & { info: { version: string } }

/** Complaints for `make check`: changes that break clients of the released document without a new major version. */
export function checkReleased(released: VersionedDocument, next: VersionedDocument): string[] {
  if (major(released.info.version) !== major(next.info.version)) return []
  return breakingChanges(released, next)
}
