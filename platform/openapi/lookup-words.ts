import type { Lookup } from '#platform/lookups.ts'
import type { JsonSchema, SchemaPlace } from './walk-schemas.ts'

/** Longer lookups are read with GET /lookup/fetchAll. */
const maxEntries = 40

/** Describes a number that stands for an entry of a lookup: `1 Active, 2 Disabled`. Its name is the lookup's. */
export function lookupWords(
  lookups: Readonly<Record<string, Lookup>>,
): (schema: JsonSchema, place: SchemaPlace) => JsonSchema {
  return (schema, place) => {
    const name = place.filter((step) => step !== '[]').at(-1) ?? ''
    const lookup = lookups[name] ?? lookups[name.replace(/_id$/, '')]
    if (!lookup || schema.description || ![schema.type].flat().includes('integer')) return schema
    const entries = Object.entries(lookup)
    const list = entries.map(([id, [label]]) => `${id} ${label}`).join(', ')
    return {
      ...schema,
      description: entries.length > maxEntries ? `An id of \`${name.replace(/_id$/, '')}\`.` : `${list}.`,
    }
  }
}
