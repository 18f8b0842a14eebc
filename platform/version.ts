import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'

/** The version of the product that runs, as package.json says it. */
export const productVersion: Promise<string> = readFile(resolve('package.json'), 'utf8').then(
  (text) => (JSON.parse(text) as { version: string }).version,
)
