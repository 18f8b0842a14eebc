import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { manifests } from '#modules/manifests.ts'
import { dumpSchema } from '#platform/db/schema-dump.ts'
import { openapiDocument } from '#platform/http/operations.ts'
import { databaseUrl, openTestServer } from '#platform/testing/server.ts'
import { writeArchitecture } from './architecture.ts'
import { root, run } from './run.ts'

const documentFile = resolve(root, 'openapi/openapi.json')
const typesFile = resolve(root, 'openapi/types.ts')

/** The OpenAPI document as committed: stable order, two spaces. */
export const renderOpenapi = (): string => `${JSON.stringify(openapiDocument(manifests), null, 2)}\n`

/** Writes `openapi/openapi.json` and the types in `openapi/types.ts`; does nothing if both are fresh. */
export async function writeOpenapi(): Promise<void> {
  const [before, fresh] = [readOr(documentFile, ''), renderOpenapi()]
  if (fresh === before && readOr(typesFile, '') !== '') return
  writeFileSync(documentFile, fresh)
  const { code } = await run('npm', ['run', '-s', 'gen', '-w', 'openapi-tool'], { quiet: true })
  if (code === 0) return
  // Otherwise the next run would find a fresh document and keep the old types.
  writeFileSync(documentFile, before)
  throw new Error('openapi-typescript failed: is tools/openapi installed?')
}

function readOr(file: string, otherwise: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return otherwise
  }
}

/** Writes `migrations/schema.sql`, the result of all migrations, for people to read and a test to compare. */
async function writeSchema(): Promise<void> {
  const server = await openTestServer()
  try {
    writeFileSync(resolve(root, 'migrations/schema.sql'), await dumpSchema(databaseUrl(server.url, server.template)))
  } finally {
    await server.release()
  }
}

if (import.meta.main) {
  await writeOpenapi()
  writeArchitecture()
  await writeSchema()
}
