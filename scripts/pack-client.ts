import { cpSync, mkdirSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { root, run } from './run.ts'

/**
 * Builds the TypeScript client and packs it as npm would publish it: `node scripts/pack-client.ts [folder]`, by default
 * into `dist/client`. Prints the file.
 */
const folder = resolve(process.argv[2] ?? 'dist/client')
// Uses its own copy, so that concurrent builds don't collide. Inside the project, so that its libraries are found.
const copy = resolve(root, `node_modules/.cache/pack-client-${process.pid}`)
mkdirSync(folder, { recursive: true })
try {
  cpSync(resolve(root, 'openapi/client'), copy, { recursive: true, filter: (path) => !path.endsWith('/dist') })
  await runOrThrow(process.execPath, [resolve(root, 'node_modules/typescript/bin/tsc'), '-p', copy])
  await runOrThrow('npm', ['pack', copy, '--pack-destination', folder, '--silent', '--ignore-scripts'])
  console.log(resolve(folder, 'waypost-client-1.0.0.tgz'))
} finally {
  rmSync(copy, { recursive: true, force: true })
}

async function runOrThrow(command: string, args: readonly string[]): Promise<void> {
  const { code, output } = await run(command, [...args], { quiet: true })
  if (code !== 0) throw new Error(output)
}
