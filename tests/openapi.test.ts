import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import SwaggerParser from '@apidevtools/swagger-parser'
import { expect, it } from 'vitest'
import { manifests } from '#modules/manifests.ts'
import { openapiDocument } from '#platform/http/operations.ts'
import { resolvePart } from '#platform/openapi/resolve-part.ts'
import { responseChecker } from './support/answers.ts'

const document = openapiDocument(manifests)

it('the document is valid OpenAPI 3.1', async () => {
  await expect(SwaggerParser.validate(structuredClone(document) as never)).resolves.toBeTruthy()
})

it('the committed document matches the operations', () => {
  const committed = readFileSync(join(import.meta.dirname, '../openapi/openapi.json'), 'utf8')
  expect(`${JSON.stringify(document, null, 2)}\n`).toBe(committed)
})

it('every call has a unique id, a summary, a module and an authorization rule', () => {
  const calls = Object.values(document.paths ?? {}).flatMap((path) =>
    Object.values(path as Record<string, { operationId: string; summary: string; tags: string[] }>),
  )
  const ids = calls.map(({ operationId }) => operationId)
  expect(new Set(ids).size).toBe(ids.length)
  for (const call of calls) {
    expect(call).toMatchObject({ tags: [expect.any(String)], 'x-may': expect.any(String) })
    expect(call.summary, call.operationId).toMatch(/^[A-Z].* /)
  }
})

/** Every list of names that client generators put into one type: properties of a schema, parameters of a call. */
function* namesTogether(part: unknown, path = ''): Generator<[path: string, names: string[]]> {
  if (typeof part !== 'object' || part === null) return
  const { properties, parameters } = part as { properties?: object; parameters?: unknown }
  if (properties && typeof properties === 'object') yield [path, Object.keys(properties)]
  if (Array.isArray(parameters))
    yield [path, (parameters as { name: string }[]).map((parameter) => resolvePart(document, parameter).name)]
  for (const [key, value] of Object.entries(part)) yield* namesTogether(value, `${path}/${key}`)
}

it('no two names of a type differ only by case and underscores, which client generators remove', () => {
  const types = [...namesTogether({ ...document.paths, ...document.components?.schemas })]
  const doubles = types.flatMap(([path, names]) => {
    const plain = names.map((name) => name.replaceAll('_', '').toLowerCase())
    return names.filter((_, index) => plain.indexOf(plain[index]!) !== index).map((name) => `${path}: ${name}`)
  })
  expect(types.length).toBeGreaterThan(1000)
  expect(doubles).toEqual([])
})

it('reports a response of another shape or status than declared, or without a declared header', async () => {
  const complaintOf = responseChecker(manifests)
  const operation = manifests.flatMap(({ operations }) => operations).find(({ call }) => call === 'GET /util/datetime')!
  const headers = new Headers({ 'content-type': 'application/json' })
  const answer = (status: number, body: object) => ({
    status,
    body,
    headers,
    text: '',
    bytes: new Uint8Array(),
  })
  expect(complaintOf(operation, answer(200, { error: false, datetime: '2026-11-21T00:00:00.000Z' }))).toBeNull()
  expect(complaintOf(operation, answer(200, { error: false, datetime: 5 }))).toContain('datetime')
  expect(complaintOf(operation, answer(200, { datetime: 'x' }))).toContain('error')
  expect(complaintOf(operation, answer(409, {}))).toContain('409')
  expect(complaintOf(operation, answer(429, { error: true, code: 'X', message: 'x' }))).toContain('Retry-After')
  expect(complaintOf(operation, answer(404, { error: true }))).toContain('code')
})
