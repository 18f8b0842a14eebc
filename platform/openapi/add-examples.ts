import examples from '#openapi/examples.json' with { type: 'json' }
import { operationsOf } from './describe-calls.ts'
import type { ApiDocument } from './walk-schemas.ts'

/** A recorded call: its parameters, body and response. File responses are not recorded. */
export type CallExample = {
  parameters?: Readonly<Record<string, unknown>>
  body?: Readonly<Record<string, unknown>>
  response?: Readonly<Record<string, unknown>>
}

/** The recorded calls by function name; `tests/partner-document.test.ts` records and validates them. */
export const callExamples: Readonly<Record<string, CallExample>> = examples

/** Adds the recorded calls to the partner document. Parameters that many calls share have no example of their own. */
export function addExamples(document: ApiDocument): void {
  for (const operation of operationsOf(document)) {
    const { parameters = {}, body, response } = callExamples[operation.operationId] ?? {}
    operation.parameters = operation.parameters?.map((parameter) =>
      parameter.name in parameters ? { ...parameter, example: parameters[parameter.name] } : parameter,
    )
    const json = 'application/json'
    const requestBody = operation.requestBody?.content[json]
    if (requestBody && body) Object.assign(requestBody, { example: body })
    const responseBody = operation.responses['200']?.content?.[json]
    if (responseBody && response) Object.assign(responseBody, { example: response })
  }
}
