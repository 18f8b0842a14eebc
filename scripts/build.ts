import { writeOpenapi } from './gen.ts'
import { run } from './run.ts'

await writeOpenapi()
const { code } = await run('vite', ['build', '--logLevel', 'warn'])
process.exitCode = code
