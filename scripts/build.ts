import { readdirSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { islandTexts, productTexts } from '#platform/checks/product-texts.ts'
import { checkProductionBuild } from '#platform/checks/production-build.ts'
import { readSources } from '#platform/checks/source.ts'
import { writeClientPackages } from './client-packages.ts'
import { writeOpenapi } from './gen.ts'
import { precompress } from './precompress.ts'
import { root, run } from './run.ts'

/** The scripts of the build, those of the browser and of the server. */
const builtScripts = () =>
  readdirSync(resolve(root, 'dist'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.js'))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => ({ path: relative(root, file), text: readFileSync(file, 'utf8') }))

async function build(): Promise<number> {
  const { code } = await run('vite', ['build', '--logLevel', 'warn'])
  if (code !== 0) return code
  // Production runs a build, so it must not contain any line of a simulator.
  const problems = checkProductionBuild(readSources(root), builtScripts())
  for (const complaint of problems) console.error(complaint)
  if (problems.length > 0) return 1
  // The translatable texts, and those of each island; the server reads both from files beside its bundle.
  const texts = productTexts(root)
  await writeFile(resolve(root, 'dist/texts.json'), JSON.stringify(texts))
  await writeFile(resolve(root, 'dist/island-texts.json'), JSON.stringify(islandTexts(root, texts)))
  await writeClientPackages()
  await precompress(resolve(root, 'dist/client/assets'))
  return 0
}

await writeOpenapi()
process.exitCode = await build()
