import { resolve } from 'node:path'
import { writeOpenapi } from './gen.ts'
import { precompress } from './precompress.ts'
import { root, run } from './run.ts'

await writeOpenapi()
const { code } = await run('vite', ['build', '--logLevel', 'warn'])
if (code === 0) await precompress(resolve(root, 'dist/client/assets'))
process.exitCode = code
