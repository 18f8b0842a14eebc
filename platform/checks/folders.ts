import type { Manifest } from '#platform/module.ts'
import { isTest, type Source } from './source.ts'

/**
 * Checks each module's declared order of folders: upward imports, undeclared or missing folders, and files beside the
 * folders that are both below one and above another.
 */
export function checkFolders(sources: readonly Source[], manifests: readonly Manifest[]): string[] {
  const shipped = sources.filter((source) => !isTest(source))
  return manifests.flatMap(({ name, folders }) => checkModule(shipped, `modules/${name}`, folders))
}

function checkModule(sources: readonly Source[], root: string, folders: readonly string[]): string[] {
  const moduleSources = sources.filter(({ path }) => path.startsWith(`${root}/`))
  const present = new Set(moduleSources.flatMap(({ path }) => folderIn(root, path) ?? []))
  const undeclared = [...present].filter((folder) => !folders.includes(folder))
  const missing = folders.filter((folder, index) => !present.has(folder) || folders.indexOf(folder) !== index)
  return [
    ...undeclared.map((folder) => `${root}/${folder} has no place in the folders of ${root}/module.ts`),
    ...missing.map((folder) => `${root}/module.ts names the folder ${folder}, which is not there or is named twice`),
    ...checkUpward(moduleSources, root, folders),
    ...checkLooseFiles(moduleSources, root),
  ]
}

function checkUpward(sources: readonly Source[], root: string, folders: readonly string[]): string[] {
  const heightOf = (path: string) => folders.indexOf(folderIn(root, path) ?? '')
  return importsWithin(sources, root)
    .filter(({ from, to }) => heightOf(from) >= 0 && heightOf(to) > heightOf(from))
    .map(({ from, to }) => `${from} imports ${to}: ${folderIn(root, to)} is above ${folderIn(root, from)}`)
}

/** A file beside the folders that imports a folder, directly or through a neighbor, counts as above all of them. */
function checkLooseFiles(sources: readonly Source[], root: string): string[] {
  const imports = importsWithin(sources, root)
  const upperFiles = new Set<string>()
  const isBeside = (path: string) => folderIn(root, path) === null
  for (let before = -1; before !== upperFiles.size; ) {
    before = upperFiles.size
    for (const { from, to } of imports)
      if (isBeside(from) && (!isBeside(to) || upperFiles.has(to))) upperFiles.add(from)
  }
  return imports
    .filter(({ from, to }) => !isBeside(from) && upperFiles.has(to))
    .map(({ from, to }) => `${from} imports ${to}, which stands above the folders because it imports one of them`)
}

const importsWithin = (sources: readonly Source[], root: string) =>
  sources.flatMap(({ path, imports }) =>
    imports.filter(({ target }) => target.startsWith(`${root}/`)).map(({ target }) => ({ from: path, to: target })),
  )

/** The folder of a module that holds a file; null for a file beside the folders. */
function folderIn(root: string, path: string): string | null {
  const [folder, ...rest] = path.slice(root.length + 1).split('/')
  return rest.length > 0 ? folder! : null
}
