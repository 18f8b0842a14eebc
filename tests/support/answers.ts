import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { openapiDocument } from '#platform/http/operations.ts'
import type { Manifest } from '#platform/module.ts'
import { resolvePart } from '#platform/openapi/resolve-part.ts'
import type { AnyOperation } from '#platform/operation.ts'
import type { Call } from './app.ts'
import { serverCodes } from './declared-codes.ts'

type Described = {
  responses: Record<
    string,
    { description?: string; headers?: Record<string, object>; content?: Record<string, { schema: object }> }
  >
}

/**
 * The names of responses that differ from the OpenAPI document: an undeclared status or code, a missing header, or
 * another shape.
 */
export function responseChecker(
  manifests: readonly Manifest[],
): (operation: AnyOperation, call: Call) => string | null {
  const document = openapiDocument(manifests) as unknown as {
    paths: Record<string, Record<string, Described>>
    components: object
  }
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: false })
  ajv.addSchema({ $id: 'document', components: document.components })
  const compiled = new Map<object, ValidateFunction>()
  const validatorOf = (schema: object) => {
    const validator = compiled.get(schema)
    if (validator) return validator
    // The document's references are local to it; here they become local to the schema added above.
    const resolvedSchema = JSON.parse(
      JSON.stringify(schema).replaceAll('"#/components', '"document#/components'),
    ) as object
    const validate = ajv.compile(resolvedSchema)
    compiled.set(schema, validate)
    return validate
  }
  return (operation, { status, body, headers }) => {
    const response = document.paths[operation.path]?.[operation.method.toLowerCase()]?.responses[status]
    const described = response && resolvePart(document, response)
    if (!described) return `status ${status} (${body?.code}) is not in the document`
    for (const [name, header] of Object.entries(described.headers ?? {}))
      if ((resolvePart(document, header) as { required?: boolean }).required && !headers.has(name))
        return `a response of status ${status} (${body?.code}) has no header ${name}`
    const type = (headers.get('content-type') ?? '').split(';')[0]!
    const codes = status === 200 ? null : described.description?.split(', ')
    if (codes && !codes.includes(body?.code) && !serverCodes.has(body?.code))
      return `code ${body?.code} is not in the document for ${status}`
    const schema = described.content?.[type]?.schema
    if (!schema) return `content type ${type} is not in the document for ${status}`
    if (type !== 'application/json') return null
    const validate = validatorOf(schema)
    return validate(body) ? null : ajv.errorsText(validate.errors)
  }
}
