import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import SwaggerParser from '@apidevtools/swagger-parser'
import { expect, it } from 'vitest'
import { manifests } from '../modules/manifests.ts'
import { openapiDocument } from '../platform/http/operations.ts'

const document = openapiDocument(manifests)

it('the document is valid OpenAPI 3.1', async () => {
  await expect(SwaggerParser.validate(structuredClone(document) as never)).resolves.toBeTruthy()
})

it('the committed document is the one that the operations make', () => {
  const committed = readFileSync(join(import.meta.dirname, '../openapi/openapi.json'), 'utf8')
  expect(`${JSON.stringify(document, null, 2)}\n`).toBe(committed)
})

it('every call has an id of its own, a module and a rule of who may', () => {
  const calls = Object.values(document.paths ?? {}).flatMap((path) =>
    Object.values(path as Record<string, { operationId: string; tags: string[] }>),
  )
  const ids = calls.map(({ operationId }) => operationId)
  expect(new Set(ids).size).toBe(ids.length)
  for (const call of calls) expect(call).toMatchObject({ tags: [expect.any(String)], 'x-may': expect.any(String) })
})
