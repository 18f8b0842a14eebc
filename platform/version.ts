import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'

const manifest = readFile(resolve('package.json'), 'utf8').then(
  (text) => JSON.parse(text) as { version: string; commit?: string },
)

/** The version of the running product, from package.json. */
export const productVersion: Promise<string> = manifest.then(({ version }) => version)

/** The commit of a release; null in a working copy. */
export const productCommit: Promise<string | null> = manifest.then(({ commit }) => commit ?? null)
