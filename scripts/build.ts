import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { islandTexts, productTexts } from '#platform/checks/product-texts.ts'
import { writeOpenapi } from './gen.ts'
import { precompress } from './precompress.ts'
import { root, run } from './run.ts'

await writeOpenapi()
const { code } = await run('vite', ['build', '--logLevel', 'warn'])
// Writes the texts that staff can translate, and those of each island; the server reads both from beside its bundle.
if (code === 0) {
  const texts = productTexts(root)
  await writeFile(resolve(root, 'dist/texts.json'), JSON.stringify(texts))
  await writeFile(resolve(root, 'dist/island-texts.json'), JSON.stringify(islandTexts(root, texts)))
}
if (code === 0) await precompress(resolve(root, 'dist/client/assets'))
process.exitCode = code
