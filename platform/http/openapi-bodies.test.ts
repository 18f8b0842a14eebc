import { expect, it } from 'vitest'
import { operation } from '#platform/operation.ts'
import { anyone } from '#platform/permissions.ts'
import { fileBody, id, list, optionalText, requiredText, z } from '#platform/schema.ts'
import { openapiDocument } from './operations.ts'

const declare = (path: string, takes: z.ZodObject, overrides: object = {}) =>
  operation({
    call: `POST /${path}`,
    summary: 'Does nothing',
    may: anyone,
    takes,
    gives: z.object({}),
    run: async () => ({}),
    ...overrides,
  })

const name = requiredText(['Name is required.', 'Se requiere el nombre.'])
const operations = [
  declare('all-optional', z.object({ note: optionalText(), at: z.string().nullish(), n: id().optional() })),
  declare('defaults', z.object({ on: z.boolean().default(true) })),
  declare('one-required', z.object({ name, note: optionalText() })),
  declare('path/{at}', z.object({ at: id(), note: optionalText() })),
  declare('list', z.object({ rows: list(z.string()) }), { body: 'rows' }),
  declare('file', z.object({ file: fileBody() }), { file: 'file' }),
]
const document = openapiDocument([{ name: 'test', operations } as never])
type Described = { post: { requestBody?: { required?: boolean }; responses: Record<string, { content?: object }> } }
const described = document.paths as unknown as Record<string, Described>

it.each([
  ['/all-optional', false],
  ['/defaults', false],
  ['/one-required', true],
  ['/path/{at}', false],
  ['/list', true],
  ['/file', true],
])('the body of %s is required if one of its fields is', (path, required) => {
  expect(described[path]!.post.requestBody!.required ?? false).toBe(required)
})

it('every declared failure of a call has the failure body', () => {
  const failures = Object.values(described).flatMap(({ post }) =>
    Object.entries(post.responses).filter(([status]) => status !== '200'),
  )
  expect(failures.length).toBeGreaterThan(operations.length)
  for (const [status, { content }] of failures) {
    expect(content, status).toEqual({ 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } })
  }
})
