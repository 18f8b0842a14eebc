import { type CallText, callTexts, fieldTexts } from '#openapi/call-texts.ts'
import { flagDescription } from '#platform/schema.ts'
import { type ApiDocument, type JsonSchema, mapOperationSchemas } from './walk-schemas.ts'

/**
 * Adds the texts of `openapi/call-texts.ts` to calls, parameters and fields. A call's own text of a field comes
 * before the description of its type (a default, the meanings of ids); texts of common names only fill gaps.
 */
export function describeCalls(document: ApiDocument): void {
  mapOperationSchemas(document, describeFields)
  for (const operation of operationsOf(document)) {
    const text = textOf(operation.operationId)
    if (text) operation.description = text.description
    operation.parameters = operation.parameters?.map((parameter) => {
      const description = describe(text?.fields?.[parameter.name], parameter.description) ?? fieldTexts[parameter.name]
      return description ? { ...parameter, description } : parameter
    })
  }
}

function describeFields(schema: JsonSchema, place: readonly string[], { operationId }: { operationId: string }) {
  if (!schema.properties) return schema
  const texts = place.length === 1 && place[0] === 'body' ? textOf(operationId)?.fields : undefined
  const properties = Object.entries(schema.properties).map(([name, field]) => {
    const description = describe(texts?.[name], field.description) ?? fieldTexts[name]
    return [name, description ? { ...field, description } : field] as const
  })
  return { ...schema, properties: Object.fromEntries(properties) }
}

/** The description of flags is left out after a text of the call: it repeats the type. */
function describe(text: string | undefined, ofType: string | undefined): string | undefined {
  if (!text || !ofType) return text ?? ofType
  return ofType === flagDescription ? text : `${text} ${ofType}`
}

const textOf = (operationId: string): CallText | undefined =>
  Object.hasOwn(callTexts, operationId) ? callTexts[operationId] : undefined

/** All operations of a document. */
export const operationsOf = ({ paths = {} }: ApiDocument) => Object.values(paths).flatMap((path) => Object.values(path))
