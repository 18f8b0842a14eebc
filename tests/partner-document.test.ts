import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { manifests } from '#modules/manifests.ts'
import { callTexts } from '#openapi/call-texts.ts'
import { callExamples } from '#platform/openapi/add-examples.ts'
import { partnerDocument } from '#platform/openapi/partner-document.ts'
import { resolvePart } from '#platform/openapi/resolve-part.ts'
import type { ApiDocument } from '#platform/openapi/walk-schemas.ts'
import { isFileOnly, recordPartnerExamples } from './support/record-partner-examples.ts'

const operations = manifests.flatMap((manifest) => manifest.operations).filter(({ clients }) => clients)

// After a new call: UPDATE_EXAMPLES=1 npx vitest run --project unit tests/partner-document, then `npm run -s gen`.
const recording = Boolean(process.env.UPDATE_EXAMPLES)
it.runIf(recording)('records an example of each call', { timeout: 300_000 }, async () => {
  expect(await recordPartnerExamples(operations)).toBe(operations.length)
})

const document = partnerDocument(manifests) as ApiDocument
const ajv = new Ajv2020({ strict: false, validateFormats: false })
ajv.addSchema({ $id: 'document', components: document.components })
const complaintsOf = (schema: object, value: unknown): string | null => {
  const resolvedSchema = JSON.parse(
    JSON.stringify(schema).replaceAll('"#/components', '"document#/components'),
  ) as object
  return ajv.validate(resolvedSchema, value) ? null : ajv.errorsText()
}
const described = (path: string, method: string) => document.paths![path]![method.toLowerCase()]!

describe.skipIf(recording).each(operations.map((operation) => [operation.clients!, operation] as const))(
  '%s',
  (name, operation) => {
    const { parameters = {}, body, response } = callExamples[name] ?? {}
    const call = described(operation.path, operation.method)

    it('has a description, and a text for each of its parameters and fields', () => {
      expect(callTexts[name]?.description, 'in openapi/call-texts.ts').toMatch(/^[A-Z].+\.$/)
      const resolved = (call.parameters ?? []).map((parameter) => resolvePart(document, parameter))
      const jsonSchema = call.requestBody?.content['application/json']?.schema
      const fields = Object.entries((jsonSchema && resolvePart(document, jsonSchema).properties) ?? {})
      const nameless = [
        ...resolved.filter(({ description }) => !description).map((parameter) => parameter.name),
        ...fields.filter(([, field]) => !resolvePart(document, field).description).map(([field]) => field),
      ]
      expect(nameless).toEqual([])
    })

    it('has a recorded example that the document and the server accept', () => {
      expect(operation.takes.safeParse({ ...parameters, ...body }).error).toBeUndefined()
      const json = 'application/json'
      const sentBody = call.requestBody?.content[json]
      expect(Boolean(sentBody), 'a body').toBe(body !== undefined)
      if (sentBody) expect(complaintsOf(sentBody.schema!, body)).toBeNull()
      expect(response === undefined, 'a response').toBe(isFileOnly(operation))
      const jsonResponse = call.responses['200']!.content![json]
      if (jsonResponse) expect(complaintsOf(jsonResponse.schema!, response)).toBeNull()
    })
  },
)

it('puts the text of a call before the description of a field’s type', () => {
  const fieldOf = (path: string, name: string) =>
    resolvePart(document, described(path, 'post').requestBody!.content['application/json']!.schema!).properties![name]!
  const status = described('/tickets', 'get').parameters!.map((parameter) => resolvePart(document, parameter))
  expect(fieldOf('/student/enrollMany', 'notify').description).toMatch(/^If true, .+ no emails are sent\.$/)
  expect(status.find(({ name }) => name === 'lk_issue_status_id')?.description).toMatch(/^Only .+ state\. 1 Open, /)
})

it.skipIf(recording)('every text and example belongs to a call of the document', () => {
  const names = new Set(operations.map(({ clients }) => clients))
  expect([...Object.keys(callTexts), ...Object.keys(callExamples)].filter((name) => !names.has(name))).toEqual([])
  for (const { clients, takes } of operations)
    expect(Object.keys(callTexts[clients!]?.fields ?? {}).filter((field) => !(field in takes.shape))).toEqual([])
})
