import { type ApiDocument, type JsonSchema, mapOperationSchemas, type SchemaPlace } from './walk-schemas.ts'

const typeName = (text: string): string =>
  text
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean)
    .map((word) => word[0]!.toUpperCase() + word.slice(1))
    .join('')

/** The name of one entry: `Row` of `data`, `Template` of `templates`. */
const entryName = (list: string): string =>
  list === 'data' ? 'Row' : typeName(list.replace(/ies$/, 'y').replace(/(?<!s)s$/, ''))

/**
 * A short name and a unique name for a schema, such as `StudentFetchRow` and `GetStudentFetchDataRow` for
 * `['response', 'data', '[]']` of `getStudentFetch`. Both lack the suffixes that generators add to their own types
 * (Response, Result, Request, Body, Data, Params).
 */
function namesOf(operationId: string, [part, ...steps]: SchemaPlace): Names {
  const namedSteps = steps.map((step, index) => {
    if (step === '[]') return ''
    if (step === '{}') return 'Value'
    const variant = /^(?:anyOf|oneOf|allOf)(\d+)$/.exec(step)
    if (variant) return `Variant${Number(variant[1]) + 1}`
    if (steps[index + 1] === '[]') return entryName(step)
    return step === 'data' ? 'Record' : typeName(step)
  })
  const namedSchemas = namedSteps.filter(Boolean)
  const last = /^(?:Value|Variant\d+)$/.test(namedSchemas.at(-1) ?? '')
    ? namedSchemas.slice(-2).join('')
    : (namedSchemas.at(-1) ?? '')
  const kind = part === 'response' ? (last ? '' : 'Output') : part === 'body' ? 'Input' : 'Query'
  return {
    short: typeName(operationId.replace(/^(?:get|post|put|delete)(?=[A-Z])/, '')) + last + kind,
    full: typeName(operationId) + namedSchemas.join('') + kind,
  }
}

type Names = { short: string; full: string }

const isNamed = ({ properties, $ref }: JsonSchema) => !$ref && properties && Object.keys(properties).length > 0

/**
 * Gives every object of the document a name, shared by all places with the same object: generators make one type of
 * each, and the document contains each only once. The shortest possible name is taken.
 */
export function nameSchemas(document: ApiDocument): void {
  const existing = document.components?.schemas ?? {}
  const byMark = new Map<string, { names: Names; schema: JsonSchema; mark: string }>()
  mapOperationSchemas(document, (schema, place, { operationId }) => {
    if (!isNamed(schema)) return schema
    const text = JSON.stringify(schema)
    const names = namesOf(operationId, place)
    const existing = byMark.get(text)
    if (existing && isBetter(names, existing.names)) existing.names = names
    // A placeholder until all places are known: the last one may have the best name.
    const { mark } = existing ?? { mark: `mark:${byMark.size}` }
    if (!existing) byMark.set(text, { names, schema, mark })
    return { $ref: mark }
  })
  const references = distinctNames([...byMark.values()], new Set(Object.keys(existing)))
  const resolve = <T>(part: T): T =>
    JSON.parse(JSON.stringify(part), (key, value) =>
      key === '$ref' && references.has(value) ? `#/components/schemas/${references.get(value)}` : value,
    ) as T
  const schemas = [...byMark.values()].map(({ mark, schema }) => [references.get(mark)!, resolve(schema)] as const)
  document.paths = resolve(document.paths ?? {})
  const all = Object.fromEntries([...Object.entries(existing), ...schemas].toSorted(([a], [b]) => (a < b ? -1 : 1)))
  document.components = { ...document.components, schemas: all }
}

const isBetter = ({ short }: Names, { short: other }: Names) =>
  short.length < other.length || (short.length === other.length && short < other)

/**
 * The name for each placeholder: the short one, the full one if another object has it, or the full one with a number.
 */
function distinctNames(
  places: readonly { names: Names; mark: string }[],
  takenNames: Set<string>,
): ReadonlyMap<string, string> {
  const schemaNames = new Map<string, string>()
  for (const { names, mark } of places) {
    let uniqueName = takenNames.has(names.short) ? names.full : names.short
    for (let n = 2; takenNames.has(uniqueName); n++) uniqueName = `${names.full}${n}`
    takenNames.add(uniqueName)
    schemaNames.set(mark, uniqueName)
  }
  return schemaNames
}
