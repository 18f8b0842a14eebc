import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { ApiDocument } from '#platform/openapi/walk-schemas.ts'
import { isPythonClientFresh, rowsOf, writePythonClient } from './python-client.ts'
import { root, run } from './run.ts'

const source = resolve(root, 'openapi/client/src')

/**
 * Writes the generated parts of both clients: for TypeScript the types of the partner document and the table of its
 * calls.
 */
export async function writePartnerClient(document: ApiDocument): Promise<void> {
  const file = resolve(source, 'routes.ts')
  writeFileSync(file, renderRoutes(document))
  writePythonClient(document)
  const cli = resolve(root, 'tools/openapi/node_modules/openapi-typescript/bin/cli.js')
  const [from, to] = [resolve(root, 'openapi/partner.json'), resolve(source, 'document.ts')]
  const { code } = await run(process.execPath, [cli, from, '-o', to], { quiet: true })
  if (code !== 0) throw new Error('openapi-typescript failed: is tools/openapi installed?')
}

/** Whether the generated parts match the document. */
export const isPartnerClientFresh = (document: ApiDocument): boolean =>
  readFileSync(resolve(source, 'routes.ts'), 'utf8') === renderRoutes(document) && isPythonClientFresh(document)

function renderRoutes(document: ApiDocument): string {
  const lines = Object.entries(document.paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const rows = rowsOf(document, operation)?.field
      const parts = [method.toUpperCase(), path, ...(rows ? [rows] : [])].map((part) => `'${part}'`)
      return `  ${operation.operationId}: [${parts.join(', ')}],`
    }),
  )
  return `// Generated from the partner document: npm run gen.
/** Method and path of each call, and the field of the rows if it returns them page by page. */
export const routes = {
${lines.join('\n')}
} as const
`
}
