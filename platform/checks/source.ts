import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

/**
 * `specifier` as the file writes it, `target` the file's path from the project's root, `names` as the target exports
 * them.
 */
type Import = { specifier: string; target: string; typeOnly: boolean; names: readonly string[] }
/** One source file: its path from the project's root, its text, and the files of the project that it imports. */
export type Source = { path: string; text: string; imports: Import[] }

const floors = [
  'platform',
  'modules',
  'web',
  'jobs',
  'simulators',
  'openapi',
  'scripts',
  'bench',
  'tests',
  'migrations',
]
const importing =
  /(?:^|\n)\s*(import|export)\s+(type\s+)?(?:([^'"`;]*?)\s+from\s+)?['"]([.#][^'"]+)['"]|import\(\s*['"]([.#][^'"]+)['"]\s*\)/g

/** Every TypeScript source of the project, generated files aside. */
export function readSources(root: string): Source[] {
  return floors
    .flatMap((floor) => list(join(root, floor)))
    .filter(
      (file) =>
        /\.tsx?$/.test(file) && !file.endsWith('openapi/types.ts') && !file.endsWith('openapi/client/src/document.ts'),
    )
    .map((file) => readSource(root, file))
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
      .map((entry) => join(entry.parentPath, entry.name))
  } catch {
    return []
  }
}

function readSource(root: string, file: string): Source {
  const text = readFileSync(file, 'utf8')
  const path = relative(root, file)
  const imports = [...text.matchAll(importing)].map(([, , type, names, from, dynamic]) => {
    const specifier = from ?? dynamic!
    // `import { type A, type B }` leaves no import behind either.
    const importedNames = namesIn(names)
    const typeOnly =
      Boolean(type) || (importedNames.length > 0 && importedNames.every((name) => name.startsWith('type ')))
    return { specifier, target: targetOf(path, specifier), typeOnly, names: importedNames.map(exportedName) }
  })
  return { path, text, imports }
}

/** Relative imports resolve against the file's folder, all others by their name from the root. */
const targetOf = (path: string, specifier: string): string =>
  specifier.startsWith('#') ? specifier.slice(1) : join(dirname(path), specifier)

/** `a`, `type B` and `c as d` of `{ a, type B, c as d }`. */
function namesIn(clause: string | undefined): string[] {
  const inner = /^\{([^}]*)\}$/s.exec((clause ?? '').trim())?.[1] ?? ''
  return inner
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
}

const exportedName = (name: string): string => name.replace(/^type /, '').replace(/ as .*$/, '')

/** Whether a file is only for tests. */
export const isTest = ({ path }: Source): boolean =>
  /\.(test|bench|fixture)\.tsx?$|^tests\/|\/testing\/|\/doomed-worker\.ts$|\/sample\.mail\.tsx$/.test(path)
