import { type CallText, callTexts, fieldTexts } from '#openapi/call-texts.ts'
import { type ApiDocument, type JsonSchema, mapOperationSchemas } from './walk-schemas.ts'

/** Adds the texts of `openapi/call-texts.ts` to calls, parameters and fields; a field's own description stays. */
export function describeCalls(document: ApiDocument): void {
  mapOperationSchemas(document, describeFields)
  for (const operation of operationsOf(document)) {
    const text = textOf(operation.operationId)
    if (text) operation.description = text.description
    operation.parameters = operation.parameters?.map((parameter) => {
      const description = parameter.description ?? text?.fields?.[parameter.name] ?? fieldTexts[parameter.name]
      return description ? { ...parameter, description } : parameter
    })
  }
}

function describeFields(schema: JsonSchema, place: readonly string[], { operationId }: { operationId: string }) {
  if (!schema.properties) return schema
  const texts = place.length === 1 && place[0] === 'body' ? textOf(operationId)?.fields : undefined
  const properties = Object.entries(schema.properties).map(([name, field]) => {
    const description = field.description ?? texts?.[name] ?? fieldTexts[name]
    return [name, description ? { ...field, description } : field] as const
  })
  return { ...schema, properties: Object.fromEntries(properties) }
}

const textOf = (operationId: string): CallText | undefined =>
  Object.hasOwn(callTexts, operationId) ? callTexts[operationId] : undefined

/** All operations of a document. */
export const operationsOf = ({ paths = {} }: ApiDocument) => Object.values(paths).flatMap((path) => Object.values(path))
