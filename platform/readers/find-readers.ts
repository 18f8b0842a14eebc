import { readdirSync } from 'node:fs'
import { join, relative } from 'node:path'

const floors = ['platform', 'modules', 'web', 'jobs']
const suffix = '.reader.ts'

/** The names of all readers below a root, except test readers: each file's path without its suffix. */
export function findReaders(root: string): string[] {
  return floors
    .flatMap((floor) => readdirSync(join(root, floor), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && entry.name.endsWith(suffix) && !entry.parentPath.endsWith('testing'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).slice(0, -suffix.length).replaceAll('\\', '/'))
    .toSorted()
}

/** The file name of a built reader, without its ending. */
export const builtName = (name: string): string => name.replaceAll('/', '-')

/** The folder of the built readers, for any file of the built server: a bundle may put shared code into `assets`. */
export const builtFolder = (url: string): string => new URL('../readers/', url.replace(/assets\/[^/]*$/, '')).href
