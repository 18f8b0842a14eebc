import type { Manifest } from '#platform/module.ts'
import type { z } from '#platform/schema.ts'
import { lookupWords } from './lookup-words.ts'
import { nameSchemas } from './named-schemas.ts'
import { withNulls } from './nulls.ts'
import { describeDefault, plainSchema } from './plain-schema.ts'
import { shareParts } from './shared-parts.ts'
import { type ApiDocument, mapOperationSchemas } from './walk-schemas.ts'

/**
 * The document as client generators need it: plain types, null where it is accepted, descriptions of ids, a name for
 * each object, and shared components for repeated parts. `describe` adds texts before that.
 */
export function forGenerators(
  document: ApiDocument,
  manifests: readonly Manifest[],
  describe: (document: ApiDocument) => void = () => {},
): ApiDocument {
  addNulls(document, manifests)
  const described = lookupWords(Object.assign({}, ...manifests.map(({ lookups }) => lookups)))
  mapOperationSchemas(document, (schema, place) => described(describeDefault(plainSchema(schema), place), place))
  documentOnce(document)
  describe(document)
  nameSchemas(document)
  shareParts(document)
  return document
}

/** A parameter's description is beside its name; the generator repeats it in the schema. */
function documentOnce({ paths = {} }: ApiDocument): void {
  for (const { parameters = [] } of Object.values(paths).flatMap((path) => Object.values(path))) {
    for (const parameter of parameters) {
      if (!parameter.schema?.description) continue
      const { description, ...schema } = parameter.schema
      Object.assign(parameter, { description, schema })
    }
  }
}

function addNulls({ paths = {} }: ApiDocument, manifests: readonly Manifest[]): void {
  for (const { method, path, takes, body: bodyField } of manifests.flatMap(({ operations }) => operations)) {
    const json = paths[path]?.[method.toLowerCase()]?.requestBody?.content['application/json']
    if (!json?.schema) continue
    json.schema = withNulls(bodyField ? (takes.shape[bodyField] as z.ZodType) : takes, json.schema)
  }
}
