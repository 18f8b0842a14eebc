import type { JsonSchema, SchemaPlace } from './walk-schemas.ts'

/**
 * The same schema in the subset of JSON Schema that client generators understand. Each replaced form is valid, and made
 * at least one of the common generators (Go, Java, Python, TypeScript) fail or lose the type.
 */
export const plainSchema = (schema: JsonSchema): JsonSchema =>
  [withoutEmptyDefault, asInteger, oneEnum, withoutLoneNull, oneList, listWithItems].reduce(
    (jsonSchema, step) => step(jsonSchema),
    schema,
  )

/** An optional field needs no empty default, and generators write `{}` and `[]` into places that cannot hold them. */
function withoutEmptyDefault(schema: JsonSchema): JsonSchema {
  if (typeof schema.default !== 'object') return schema
  const { default: _, ...rest } = schema
  return rest
}

/**
 * Describes the default of an optional body field in words, because openapi-typescript makes fields with a default
 * required.
 */
export function describeDefault(schema: JsonSchema, [part]: SchemaPlace): JsonSchema {
  if (part !== 'body' || schema.default === undefined) return schema
  const { default: defaultValue, description, ...rest } = schema
  return { ...rest, description: `${description ? `${description} ` : ''}By default ${JSON.stringify(defaultValue)}.` }
}

/** Enumerated numbers are integers. */
function asInteger(schema: JsonSchema): JsonSchema {
  if (!schema.enum?.length || !schema.enum.every((value) => value === null || Number.isInteger(value))) return schema
  return { ...schema, type: replaceType(schema.type, 'number', 'integer') }
}

const replaceType = (type: JsonSchema['type'], from: string, to: string) =>
  typeof type === 'string' ? (type === from ? to : type) : type?.map((name) => (name === from ? to : name))

const typesOf = ({ type }: JsonSchema): readonly string[] => (type === undefined ? [] : [type].flat())

/** A union of single values of one type becomes one enum. */
function oneEnum(schema: JsonSchema): JsonSchema {
  const { anyOf, ...rest } = schema
  if (!anyOf?.every((part) => part.enum && Object.keys(part).every((key) => key === 'type' || key === 'enum')))
    return schema
  const types = [...new Set(anyOf.flatMap(typesOf))]
  if (types.length > 1) return schema
  return { ...rest, type: types[0], enum: [...new Set(anyOf.flatMap((part) => part.enum!))] } as JsonSchema
}

/**
 * Null in a union moves into another member, because few languages have a null type; a union of one member becomes that
 * member.
 */
function withoutLoneNull(schema: JsonSchema): JsonSchema {
  const { anyOf, ...rest } = schema
  if (!anyOf?.some((part) => typesOf(part).join() === 'null')) return schema
  const others = anyOf.filter((part) => typesOf(part).join() !== 'null')
  const index = others.findIndex((part) => part.type !== undefined)
  if (index < 0) return schema
  const choices = others.with(index, orNull(others[index]!))
  return (choices.length === 1 ? { ...rest, ...choices[0] } : { ...rest, anyOf: choices }) as JsonSchema
}

/** The same schema, which also allows null. */
export function orNull(schema: JsonSchema): JsonSchema {
  const types = typesOf(schema)
  if (types.length === 0 || types.includes('null')) return schema
  return { ...schema, type: [...types, 'null'], ...(schema.enum && { enum: [...schema.enum, null] }) } as JsonSchema
}

/** A union of lists becomes one list of a union: it allows mixed lists too, which the server refuses. */
function oneList(schema: JsonSchema): JsonSchema {
  const { anyOf, ...rest } = schema
  if (!anyOf?.every((part) => typesOf(part).includes('array') && part.items)) return schema
  const [first] = anyOf
  return { ...rest, ...first, items: plainSchema({ anyOf: anyOf.map(({ items }) => items!) }) } as JsonSchema
}

/** A tuple also states the type of its entries. */
function listWithItems(schema: JsonSchema): JsonSchema {
  if (!schema.prefixItems || schema.items) return schema
  const kinds = [...new Map(schema.prefixItems.map((part) => [JSON.stringify(part), part])).values()]
  return { ...schema, items: kinds.length === 1 ? kinds[0]! : plainSchema({ anyOf: kinds }) }
}
