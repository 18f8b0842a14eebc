import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { productTexts } from '../platform/checks/product-texts.ts'
import { writeOpenapi } from './gen.ts'
import { precompress } from './precompress.ts'
import { root, run } from './run.ts'

await writeOpenapi()
const { code } = await run('vite', ['build', '--logLevel', 'warn'])
// What staff can translate; the server reads it beside its bundle.
if (code === 0) await writeFile(resolve(root, 'dist/texts.json'), JSON.stringify(productTexts(root)))
if (code === 0) await precompress(resolve(root, 'dist/client/assets'))
process.exitCode = code
