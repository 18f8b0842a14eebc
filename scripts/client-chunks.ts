import { relative } from 'node:path'
import { gzipSync } from 'node:zlib'
import { createBuilder } from 'vite'
import type { Chunk } from '#platform/checks/script-budget.ts'
import { root } from './run.ts'

type Output = {
  output: { type: string; fileName: string; facadeModuleId?: string | null; imports?: string[]; code?: string }[]
}

/** Builds the browser's scripts in memory and returns their sizes. */
export async function clientChunks(): Promise<Chunk[]> {
  const builder = await createBuilder({
    root,
    logLevel: 'error',
    environments: { client: { build: { write: false } } },
  })
  const built = (await builder.build(builder.environments.client!)) as Output | Output[]
  return [built].flat().flatMap(({ output }) =>
    output.flatMap(({ type, fileName, facadeModuleId, imports = [], code = '' }) => {
      if (type !== 'chunk') return []
      const source = facadeModuleId ? relative(root, facadeModuleId) : null
      return [{ file: fileName, source, imports, gzipped: gzipSync(code, { level: 9 }).length }]
    }),
  )
}
