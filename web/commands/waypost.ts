#!/usr/bin/env node
// The product's one program (docs/operations.md). The build creates dist/server/waypost.js from it. Commands that load
// no page also run from here without a build: node web/commands/waypost.ts reconcile
import { resolve } from 'node:path'

// An older Node would end with the stack trace of the first missing feature.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 12)) {
  console.error(`Node ${process.versions.node} is too old: 22.12 or newer (NODE names another one for bin/waypost)`)
  process.exit(2)
}

const folder = process.cwd()
// Migrations, built files and package.json are found from the folder of the release, some of them while loading.
process.chdir(resolve(import.meta.dirname, '../..'))
const { runCommand } = await import('./run-command.ts')

const print = (line: string) => console.log(line)
const warn = (line: string) => console.error(line)
const code = await runCommand(process.argv.slice(2), { settings: process.env, folder, print, warn })
// A listening server continues; a failed command may have left connections open.
if (code !== 0) process.exit(code)
