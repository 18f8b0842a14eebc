import { buildIfStale, runBuilt } from './built.ts'

await buildIfStale()
runBuilt('dist/server/waypost.js', ['serve', '--prepare'])
