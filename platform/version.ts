import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'

/** The version of the running product, from package.json. */
export const productVersion: Promise<string> = readFile(resolve('package.json'), 'utf8').then(
  (text) => (JSON.parse(text) as { version: string }).version,
)
