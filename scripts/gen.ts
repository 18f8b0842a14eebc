import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { manifests } from '#modules/manifests.ts'
import { addressesFile, renderAddresses } from '#platform/checks/page-addresses.ts'
import { productTexts } from '#platform/checks/product-texts.ts'
import { readSources } from '#platform/checks/source.ts'
import { renderTextKeys } from '#platform/checks/text-keys.ts'
import { dumpSchema } from '#platform/db/schema-dump.ts'
import { openapiDocument } from '#platform/http/operations.ts'
import { partnerDocument } from '#platform/openapi/partner-document.ts'
import type { ApiDocument } from '#platform/openapi/walk-schemas.ts'
import { databaseUrl, openTestServer } from '#platform/testing/server.ts'
import { writeArchitecture } from './architecture.ts'
import { isPartnerClientFresh, writePartnerClient } from './partner-client.ts'
import { root, run } from './run.ts'

const documentFile = resolve(root, 'openapi/openapi.json')
const partnerFile = resolve(root, 'openapi/partner.json')
const typesFile = resolve(root, 'openapi/types.ts')

/** The OpenAPI document as committed: stable order, two spaces. */
export const renderOpenapi = (): string => `${JSON.stringify(openapiDocument(manifests), null, 2)}\n`

/** The part of it that partners build on. */
export const renderPartnerDocument = (): string => `${JSON.stringify(partnerDocument(manifests), null, 2)}\n`

/**
 * Writes `openapi/partner.json` with the generated part of its client, `openapi/openapi.json` and `openapi/types.ts`,
 * if stale.
 */
export async function writeOpenapi(): Promise<void> {
  const partners = renderPartnerDocument()
  const document = JSON.parse(partners) as ApiDocument
  if (readFileOr(partnerFile, '') !== partners || !isPartnerClientFresh(document)) {
    writeFileSync(partnerFile, partners)
    await writePartnerClient(document)
  }
  const [before, fresh] = [readFileOr(documentFile, ''), renderOpenapi()]
  if (fresh === before && readFileOr(typesFile, '') !== '') return
  writeFileSync(documentFile, fresh)
  const { code } = await run('npm', ['run', '-s', 'gen', '-w', 'openapi-tool'], { quiet: true })
  if (code === 0) return
  // Otherwise the next run would find a current document and keep the outdated types.
  writeFileSync(documentFile, before)
  throw new Error('openapi-typescript failed: is tools/openapi installed?')
}

function readFileOr(file: string, otherwise: string): string {
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

/** Writes `migrations/text-keys.txt`: the keys of all texts, with which the next check detects moved texts. */
function writeTextKeys(): void {
  const folder = resolve(root, 'migrations')
  const file = resolve(folder, 'text-keys.txt')
  const migrations = readdirSync(folder)
    .filter((name) => /^\d.*\.sql$/.test(name))
    .map((name) => ({ text: readFileSync(resolve(folder, name), 'utf8') }))
  writeFileSync(file, renderTextKeys(readFileOr(file, ''), productTexts(root), migrations))
}

function writeAddresses(): void {
  const [file, fresh] = [resolve(root, addressesFile), renderAddresses(readSources(root))]
  if (readFileOr(file, '') !== fresh) writeFileSync(file, fresh)
}

if (import.meta.main) {
  writeAddresses()
  await writeOpenapi()
  writeArchitecture()
  writeTextKeys()
  await writeSchema()
}
