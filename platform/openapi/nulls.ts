import { z } from '#platform/schema.ts'
import { orNull } from './plain-schema.ts'
import type { JsonSchema } from './walk-schemas.ts'

/** The object or list inside of defaults, preprocessing and the like. */
function core(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return core(schema.unwrap())
  if (schema instanceof z.ZodPipe) return core(schema.in instanceof z.ZodTransform ? schema.out : schema.in)
  return schema
}

/**
 * The schema of an input with null wherever the operation accepts it: a preprocessed or trimmed field accepts more than
 * the type that the generator sees.
 */
export function withNulls(takes: z.core.$ZodType, schema: JsonSchema): JsonSchema {
  const inner = core(takes)
  if (inner instanceof z.ZodArray && schema.items) return { ...schema, items: withNulls(inner.element, schema.items) }
  if (!(inner instanceof z.ZodObject) || !schema.properties) return schema
  const properties = Object.entries(schema.properties).map(([name, property]) => {
    const field: z.core.$ZodType | undefined = inner.shape[name]
    if (!field) return [name, property] as const
    const nullable = withNulls(field, property)
    return [name, takesNull(field) ? orNull(nullable) : nullable] as const
  })
  return { ...schema, properties: Object.fromEntries(properties) }
}

const takesNull = (field: z.core.$ZodType): boolean => z.safeParse(field, null).success
