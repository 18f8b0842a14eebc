import { describe, expect, it, test } from 'vitest'
import { manifests } from '#modules/manifests.ts'
import { openapiDocument } from '#platform/http/operations.ts'
import { z } from '#platform/schema.ts'
import { nameSchemas } from './named-schemas.ts'
import { withNulls } from './nulls.ts'
import { partnerDocument } from './partner-document.ts'
import { plainSchema } from './plain-schema.ts'
import { type ApiDocument, type JsonSchema, mapOperationSchemas, mapSchema } from './walk-schemas.ts'

const document = openapiDocument(manifests) as unknown as ApiDocument
const partner = partnerDocument(manifests) as unknown as ApiDocument

/** Every part of every schema of a document, with a name for the message of a failure. */
function partsOf(document: ApiDocument): { at: string; schema: JsonSchema; named: boolean }[] {
  const parts: { at: string; schema: JsonSchema; named: boolean }[] = []
  for (const [name, schema] of Object.entries(document.components?.schemas ?? {})) {
    mapSchema(schema, (part, place) => {
      parts.push({ at: `${name} ${place.join('.')}`, schema: part, named: place.length === 0 })
      return part
    })
  }
  mapOperationSchemas(document, (schema, place, { operationId }) => {
    parts.push({ at: `${operationId} ${place.join('.')}`, schema, named: false })
    return schema
  })
  return parts
}

const typesOf = ({ type }: JsonSchema) => (type === undefined ? [] : [type].flat())

describe.each([
  { title: 'the document', document },
  { title: 'the partner document', document: partner },
])('$title', ({ document }) => {
  const parts = partsOf(document)
  const invalidValues = (is: (part: (typeof parts)[number]) => unknown) => parts.filter(is).map(({ at }) => at)

  it('is not empty', () => {
    expect(parts.length).toBeGreaterThan(500)
  })

  it.each<[string, (part: (typeof parts)[number]) => unknown]>([
    ['null alone is a type', ({ schema }) => typesOf(schema).join() === 'null'],
    ['a list does not say what it holds', ({ schema }) => typesOf(schema).includes('array') && !schema.items],
    ['the default is an object or a list', ({ schema }) => typeof schema.default === 'object'],
    [
      'whole numbers are numbers',
      ({ schema }) => typesOf(schema).includes('number') && schema.enum?.every((value) => Number.isInteger(value)),
    ],
    // A flag has no form in a document, so the pattern would contain it as text and match nothing.
    ['a pattern has flags', ({ schema }) => /\/[a-z]+$/.test(String(schema.pattern ?? ''))],
    ['an object has no name', ({ schema, named }) => !named && Object.keys(schema.properties ?? {}).length > 0],
  ])('contains no place where %s', (_title, is) => {
    expect(invalidValues(is)).toEqual([])
  })

  it("describes every shared name in a client's terms", () => {
    const names = Object.keys({ ...document.components?.schemas, ...document.components?.parameters })
    expect(names.length).toBeGreaterThan(50)
    for (const name of names) expect(name).toMatch(/^[A-Z][A-Za-z0-9]*$/)
  })
})

test('partner calls are named by verb and object, and no two generated types share a name', () => {
  const ids = Object.values(partner.paths ?? {}).flatMap((path) =>
    Object.values(path).map(({ operationId }) => operationId),
  )
  expect(ids.length).toBeGreaterThan(30)
  const verb =
    /^(?:list|get|find|create|update|remove|check|correct|start|undo|download|prepare|preview|run|enroll|charge|cancel|record|assign|revoke|disable|resubmit|resend|send|set|activate|deactivate|move|pass|open|reply)[A-Z]/
  for (const id of ids) expect(id).toMatch(verb)
  const types = Object.keys(partner.components?.schemas ?? {})
  // Generators derive these names from the operation ids.
  const ends = ['', 'Response', 'Result', 'Request', 'Body', 'Data', 'Params', 'Error', 'Errors']
  const generated = new Set(ids.flatMap((id) => ends.map((end) => `${id}${end}`.toLowerCase())))
  expect(types.filter((name) => generated.has(name.toLowerCase()))).toEqual([])
})

describe('plainSchema', () => {
  it.each<[string, JsonSchema, JsonSchema]>([
    ['drops an empty default', { type: 'object', default: {} }, { type: 'object' }],
    ['keeps a simple default', { type: 'integer', default: 10 }, { type: 'integer', default: 10 }],
    ['makes listed whole numbers integers', { type: 'number', enum: [1, 2] }, { type: 'integer', enum: [1, 2] }],
    ['leaves fractions', { type: 'number', enum: [1, 0.5] }, { type: 'number', enum: [1, 0.5] }],
    [
      'joins single values',
      {
        anyOf: [
          { type: 'integer', enum: [1] },
          { type: 'integer', enum: [2] },
        ],
      },
      { type: 'integer', enum: [1, 2] },
    ],
    [
      'leaves values of two types apart',
      {
        anyOf: [
          { type: 'integer', enum: [1] },
          { type: 'string', enum: ['1'] },
        ],
      },
      {
        anyOf: [
          { type: 'integer', enum: [1] },
          { type: 'string', enum: ['1'] },
        ],
      },
    ],
    [
      'moves null into the other member',
      { description: 'A day.', anyOf: [{ type: 'string', maxLength: 10 }, { type: 'null' }] },
      { description: 'A day.', type: ['string', 'null'], maxLength: 10 },
    ],
    [
      'moves null into the first of several',
      { anyOf: [{ type: 'null' }, { type: 'string' }, { type: 'object' }] },
      { anyOf: [{ type: ['string', 'null'] }, { type: 'object' }] },
    ],
    [
      'makes a choice of lists a list',
      {
        anyOf: [
          { type: 'array', items: { type: 'string' } },
          { type: 'array', items: { type: 'object' } },
        ],
      },
      { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'object' }] } },
    ],
    [
      'says what a tuple holds',
      { type: 'array', prefixItems: [{ type: 'string' }, { type: 'string' }] },
      { type: 'array', prefixItems: [{ type: 'string' }, { type: 'string' }], items: { type: 'string' } },
    ],
  ])('%s', (_title, jsonSchema, expected) => {
    expect(plainSchema(jsonSchema)).toEqual(expected)
  })
})

test('null is documented where a field accepts it, also within lists and objects', () => {
  const takes = z.object({
    note: z.preprocess((value) => value ?? '', z.string()),
    name: z.string(),
    rows: z.array(z.object({ at: z.string().nullish() })),
  })
  const schema: JsonSchema = {
    type: 'object',
    properties: {
      note: { type: 'string' },
      name: { type: 'string' },
      rows: { type: 'array', items: { type: 'object', properties: { at: { type: 'string' } } } },
    },
  }
  expect(withNulls(takes, schema).properties).toEqual({
    note: { type: ['string', 'null'] },
    name: { type: 'string' },
    rows: { type: 'array', items: { type: 'object', properties: { at: { type: ['string', 'null'] } } } },
  })
})

test('every nullable field of a body is documented as nullable', () => {
  const bodies = manifests
    .flatMap(({ operations }) => operations)
    .filter(({ method, body, file }) => method !== 'GET' && !body && !file)
  const undocumented = bodies.flatMap(({ method, path, call, takes }) => {
    const reference =
      document.paths?.[path]?.[method.toLowerCase()]?.requestBody?.content['application/json']?.schema?.$ref
    const schema = document.components?.schemas?.[reference?.split('/').at(-1) ?? '']
    return Object.entries(schema?.properties ?? {})
      .filter(([name, { type, anyOf, $ref }]) => type && !anyOf && !$ref && takes.shape[name]?.safeParse(null).success)
      .filter(([, { type }]) => ![type].flat().includes('null'))
      .map(([name]) => `${call} ${name}`)
  })
  expect(bodies.length).toBeGreaterThan(200)
  expect(undocumented).toEqual([])
})

test('objects with the same fields share a name, and different ones do not', () => {
  const object = (name: string): JsonSchema => ({ type: 'object', properties: { [name]: { type: 'string' } } })
  const responseOf = (schema: JsonSchema) => ({ '200': { content: { 'application/json': { schema } } } })
  const document: ApiDocument = {
    paths: {
      '/a': { get: { operationId: 'getLongName', responses: responseOf(object('x')) } },
      '/b': { get: { operationId: 'getName', responses: responseOf(object('x')) } },
      '/c': {
        get: { operationId: 'getThing', responses: responseOf(object('y')) },
        put: { operationId: 'putThing', responses: responseOf(object('z')) },
      },
    },
  }
  nameSchemas(document)
  expect(document.components?.schemas).toEqual({
    NameOutput: object('x'),
    PutThingOutput: object('z'),
    ThingOutput: object('y'),
  })
  expect(document.paths?.['/a']?.get?.responses['200']?.content).toEqual({
    'application/json': { schema: { $ref: '#/components/schemas/NameOutput' } },
  })
})
