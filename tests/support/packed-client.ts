import { execFile } from 'node:child_process'
import { cpSync, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const root = resolve(import.meta.dirname, '../..')

/** Packs the TypeScript client and installs it in a folder with its library, as npm would. */
export async function installPackedClient(folder: string): Promise<void> {
  const { stdout } = await run(process.execPath, [join(root, 'scripts/pack-client.ts'), folder], { cwd: root })
  const modules = join(folder, 'node_modules')
  mkdirSync(join(modules, 'waypost-client'), { recursive: true })
  await run('tar', ['-xzf', stdout.trim(), '-C', join(modules, 'waypost-client'), '--strip-components=1'])
  for (const library of ['openapi-fetch', 'openapi-typescript-helpers'])
    cpSync(join(root, 'node_modules', library), join(modules, library), { recursive: true })
}
