import { expect, it } from 'vitest'
import { breakingChanges, checkReleased } from './breaking-changes.ts'
import type { ApiDocument, JsonSchema } from './walk-schemas.ts'

type Shape = { sent?: JsonSchema; received?: JsonSchema; query?: JsonSchema; required?: boolean; id?: string }

const object = (properties: Record<string, JsonSchema>, required: string[] = []): JsonSchema => ({
  type: 'object',
  properties,
  required,
})
const text: JsonSchema = { type: 'string' }

const documentOf = ({ sent, received = object({ id: { type: 'integer' } }, ['id']), query, required, id }: Shape) =>
  ({
    info: { version: '1.0.0' },
    paths: {
      '/student': {
        post: {
          operationId: id ?? 'createStudent',
          ...(query && { parameters: [{ name: 'page', in: 'query', required, schema: query }] }),
          ...(sent && {
            requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Sent' } } } },
          }),
          responses: { '200': { content: { 'application/json': { schema: received } } } },
        },
      },
    },
    components: { schemas: sent ? { Sent: sent } : {} },
  }) as unknown as ApiDocument & { info: { version: string } }

const call = 'POST /student'

it.each<[string, Shape, Shape, string[]]>([
  ['a new optional field', { sent: object({ a: text }) }, { sent: object({ a: text, b: text }) }, []],
  ['a new field of a response', {}, { received: object({ id: { type: 'integer' }, b: text }, ['id', 'b']) }, []],
  ['a new optional parameter', {}, { query: { type: 'integer' } }, []],
  ['a wider request', { sent: object({ a: text }) }, { sent: object({ a: { type: ['string', 'null'] } }) }, []],
  ['a new name', {}, { id: 'addStudent' }, [`${call} is no longer named createStudent`]],
  [
    'a field that is gone',
    { sent: object({ a: text, b: text }) },
    { sent: object({ a: text }) },
    [`${call} sent: b is gone`],
  ],
  [
    'a field that becomes required',
    { sent: object({ a: text }) },
    { sent: object({ a: text }, ['a']) },
    [`${call} sent: a is required`],
  ],
  [
    'a field of a response that may be missing',
    {},
    { received: object({ id: { type: 'integer' } }) },
    [`${call} received: id may be missing`],
  ],
  [
    'a response that may be null',
    {},
    { received: object({ id: { type: ['integer', 'null'] } }, ['id']) },
    [`${call} received id: the type changed from integer to integer or null`],
  ],
  [
    'a request that no longer takes null',
    { sent: object({ a: { type: ['string', 'null'] } }) },
    { sent: object({ a: text }) },
    [`${call} sent a: the type changed from string or null to string`],
  ],
  [
    'fewer values',
    { sent: object({ a: { type: 'string', enum: ['x', 'y'] } }) },
    { sent: object({ a: { type: 'string', enum: ['x'] } }) },
    [`${call} sent a: not every value is taken any more`],
  ],
  [
    'more values',
    { sent: object({ a: { type: 'string', enum: ['x'] } }) },
    { sent: object({ a: { type: 'string', enum: ['x', 'y'] } }) },
    [],
  ],
  ['a required parameter', {}, { query: { type: 'integer' }, required: true }, [`${call} requires page`]],
  ['a parameter that is gone', { query: { type: 'integer' } }, {}, [`${call} no longer takes page`]],
  [
    'a list that holds something else',
    { received: object({ rows: { type: 'array', items: text } }) },
    { received: object({ rows: { type: 'array', items: { type: 'integer' } } }) },
    [`${call} received rows.[]: the type changed from string to integer`],
  ],
])('%s', (_title, formerShape, next, complaints) => {
  expect(breakingChanges(documentOf(formerShape), documentOf(next))).toEqual(complaints)
})

it('removing a call breaks clients, adding one does not', () => {
  const none = { info: { version: '1.0.0' }, paths: {} }
  expect(breakingChanges(documentOf({}), none)).toEqual([`${call} is gone`])
  expect(breakingChanges(none, documentOf({}))).toEqual([])
})

it('is refused under the same major version, and accepted with a new one', () => {
  const next = documentOf({ id: 'addStudent' })
  expect(checkReleased(documentOf({}), next)).toHaveLength(1)
  expect(checkReleased(documentOf({}), { ...next, info: { version: '1.9.0' } })).toHaveLength(1)
  expect(checkReleased(documentOf({}), { ...next, info: { version: '2.0.0' } })).toEqual([])
})
