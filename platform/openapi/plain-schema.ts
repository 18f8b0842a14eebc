import type { JsonSchema, SchemaPlace } from './walk-schemas.ts'

/**
 * The same schema in the words that client generators understand. Each of these forms is valid JSON Schema and made at
 * least one of the common generators (Go, Java, Python, TypeScript) fail or lose the type.
 */
export const plainSchema = (schema: JsonSchema): JsonSchema =>
  [withoutEmptyDefault, wholeNumbers, oneEnum, noLonelyNull, oneList, listWithItems].reduce(
    (jsonSchema, step) => step(jsonSchema),
    schema,
  )

/** Optional says the same, and generators write `{}` and `[]` into places that cannot hold them. */
function withoutEmptyDefault(schema: JsonSchema): JsonSchema {
  if (typeof schema.default !== 'object') return schema
  const { default: _, ...rest } = schema
  return rest
}

/**
 * The default of an optional field of a body as words: openapi-typescript requires a named object's fields that have a
 * default.
 */
export function defaultInWords(schema: JsonSchema, [part]: SchemaPlace): JsonSchema {
  if (part !== 'body' || schema.default === undefined) return schema
  const { default: usual, description, ...rest } = schema
  return { ...rest, description: `${description ? `${description} ` : ''}By default ${JSON.stringify(usual)}.` }
}

/** Numbers that are named one by one are integers. */
function wholeNumbers(schema: JsonSchema): JsonSchema {
  if (!schema.enum?.length || !schema.enum.every((value) => value === null || Number.isInteger(value))) return schema
  return { ...schema, type: replaceType(schema.type, 'number', 'integer') }
}

const replaceType = (type: JsonSchema['type'], from: string, to: string) =>
  typeof type === 'string' ? (type === from ? to : type) : type?.map((one) => (one === from ? to : one))

const typesOf = ({ type }: JsonSchema): readonly string[] => (type === undefined ? [] : [type].flat())

/** A choice between single values of one type is one list of values. */
function oneEnum(schema: JsonSchema): JsonSchema {
  const { anyOf, ...rest } = schema
  if (!anyOf?.every((part) => part.enum && Object.keys(part).every((key) => key === 'type' || key === 'enum')))
    return schema
  const types = [...new Set(anyOf.flatMap(typesOf))]
  if (types.length > 1) return schema
  return { ...rest, type: types[0], enum: [...new Set(anyOf.flatMap((part) => part.enum!))] } as JsonSchema
}

/**
 * A null in a choice moves into another member, because few languages have a type that is null alone; a choice of one
 * member is that member.
 */
function noLonelyNull(schema: JsonSchema): JsonSchema {
  const { anyOf, ...rest } = schema
  if (!anyOf?.some((part) => typesOf(part).join() === 'null')) return schema
  const others = anyOf.filter((part) => typesOf(part).join() !== 'null')
  const at = others.findIndex((part) => part.type !== undefined)
  if (at < 0) return schema
  const choices = others.with(at, orNull(others[at]!))
  return (choices.length === 1 ? { ...rest, ...choices[0] } : { ...rest, anyOf: choices }) as JsonSchema
}

/** The same schema, which also allows null. */
export function orNull(schema: JsonSchema): JsonSchema {
  const types = typesOf(schema)
  if (types.length === 0 || types.includes('null')) return schema
  return { ...schema, type: [...types, 'null'], ...(schema.enum && { enum: [...schema.enum, null] }) } as JsonSchema
}

/** A choice between lists is one list of a choice: it allows mixed ones too, which the server refuses. */
function oneList(schema: JsonSchema): JsonSchema {
  const { anyOf, ...rest } = schema
  if (!anyOf?.every((part) => typesOf(part).includes('array') && part.items)) return schema
  const [first] = anyOf
  return { ...rest, ...first, items: plainSchema({ anyOf: anyOf.map(({ items }) => items!) }) } as JsonSchema
}

/** A list of fixed places also says what each of its entries may be. */
function listWithItems(schema: JsonSchema): JsonSchema {
  if (!schema.prefixItems || schema.items) return schema
  const kinds = [...new Map(schema.prefixItems.map((part) => [JSON.stringify(part), part])).values()]
  return { ...schema, items: kinds.length === 1 ? kinds[0]! : plainSchema({ anyOf: kinds }) }
}
