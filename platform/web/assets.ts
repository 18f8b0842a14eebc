import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { islandName } from '#platform/ui/island-name.ts'

type Chunk = { file: string; imports?: string[]; css?: string[]; assets?: string[] }
export type Manifest = Readonly<Record<string, Chunk>>

/** The addresses of the files that a page loads. */
export type Assets = {
  css: readonly string[]
  fonts: readonly string[]
  /** Scripts of every page in development (Vite's client); none in production. */
  dev: readonly string[]
  /** Names the build: parts of a page are only combined with others of the same build. */
  build: string | undefined
  /** The script that hydrates islands, and its imports. */
  entry: string
  base: readonly string[]
  /** The files that an island loads; `address` is its own, undefined in development. */
  island(name: string): { address: string | undefined; scripts: string[]; css: string[] }
}

const entryFile = 'web/client.ts'
const themeFile = 'web/theme.css'

const devAssets: Assets = {
  css: [`/${themeFile}`],
  fonts: [],
  dev: ['/@vite/client'],
  build: undefined,
  entry: `/${entryFile}`,
  base: [],
  island: () => ({ address: undefined, scripts: [], css: [] }),
}

/** The addresses of a production build, from Vite's manifest. */
export function assetsOf(manifest: Manifest): Assets {
  const chunk = (key: string) => {
    const entry = manifest[key]
    if (!entry) throw new Error(`no ${key} in the client manifest`)
    return entry
  }
  const need = (key: string, chunks = new Map<string, Chunk>()): Map<string, Chunk> => {
    if (chunks.has(key)) return chunks
    chunks.set(key, chunk(key))
    for (const imported of chunk(key).imports ?? []) need(imported, chunks)
    return chunks
  }
  const base = need(entryFile)
  const theme = chunk(themeFile)
  const filesOf = (key: string) => {
    const chunks = [...need(key)].filter(([id]) => !base.has(id)).map(([, entry]) => entry)
    return {
      address: `/${chunk(key).file}`,
      scripts: chunks.map(({ file }) => `/${file}`),
      css: chunks.flatMap(({ css = [] }) => css.map((file) => `/${file}`)),
    }
  }
  const islands = new Map(
    Object.keys(manifest)
      .filter((key) => key.endsWith('.island.tsx'))
      .map((key) => [islandName(key), filesOf(key)] as const),
  )
  return {
    css: [`/${theme.file}`],
    fonts: (theme.assets ?? []).filter((file) => /latin-wght-normal[^/]*\.woff2$/.test(file)).map((file) => `/${file}`),
    dev: [],
    build: createHash('sha256').update(JSON.stringify(manifest)).digest('base64url').slice(0, 12),
    entry: `/${chunk(entryFile).file}`,
    base: [...base.values()].slice(1).map(({ file }) => `/${file}`),
    island: (name) => {
      const files = islands.get(name)
      if (!files) throw new Error(`the client build has no island ${name}`)
      return files
    },
  }
}

let built: Assets | undefined

/** The assets of this run: from Vite in development, otherwise from `dist/client` below the working directory. */
export function assets(): Assets {
  if (import.meta.env?.DEV) return devAssets
  built ??= assetsOf(JSON.parse(readFileSync('dist/client/.vite/manifest.json', 'utf8')))
  return built
}
