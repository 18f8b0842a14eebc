// npm run -s waypost -- COMMAND …: builds what is stale and runs the command, as a release would.
import { buildIfStale, runBuilt } from './built.ts'

await buildIfStale()
runBuilt('dist/server/waypost.js', process.argv.slice(2))
