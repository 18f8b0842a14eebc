import type { Manifest } from '#platform/module.ts'
import { isTest, type Source } from './source.ts'

const callOf = /\bcall:\s*['"`]((?:GET|POST|PUT|DELETE) \/[^'"`]+)['"`]/g

/** Every operation, job and page on disk is listed once, and every island is used by something. */
export function checkReach(sources: readonly Source[], manifests: readonly Manifest[]): string[] {
  const shipped = sources.filter((source) => !isTest(source))
  return [...checkOperations(shipped, manifests), ...checkListed(shipped), ...checkIslands(shipped)]
}

function checkOperations(sources: readonly Source[], manifests: readonly Manifest[]): string[] {
  const calls = manifests.flatMap(({ operations }) => operations.map(({ method, path }) => `${method} ${path}`))
  const duplicates = calls
    .filter((call, index) => calls.indexOf(call) !== index)
    .map((call) => `${call} is listed twice`)
  const reached = new Set(calls)
  const unlisted = sources
    .filter(({ path }) => path.startsWith('modules/'))
    .flatMap(({ path, text }) => [...text.matchAll(callOf)].map((match) => ({ path, call: match[1]! })))
    .filter(({ call }) => !reached.has(call))
    .map(({ path, call }) => `${path} declares ${call}, which no manifest lists`)
  return [...duplicates, ...unlisted]
}

/** Jobs must be listed in jobs/index.ts, emails used by a job, and pages listed in web/pages.ts. */
function checkListed(sources: readonly Source[]): string[] {
  const importsOf = (path: string) =>
    new Set(sources.find((source) => source.path === path)?.imports.map((i) => i.target))
  const jobs = importsOf('jobs/index.ts')
  const pages = importsOf('web/pages.ts')
  const mailed = new Set(
    sources
      .filter(({ path }) => path.startsWith('jobs/') && !path.endsWith('.mail.tsx'))
      .flatMap(({ imports }) => imports.filter((imported) => !imported.typeOnly).map(({ target }) => target)),
  )
  return sources.flatMap(({ path }) => {
    if (/\.job\.tsx?$/.test(path) && !jobs.has(path)) return [`${path} is not listed in jobs/index.ts`]
    if (/\.mail\.tsx$/.test(path) && !mailed.has(path)) return [`${path} is sent by no job`]
    if (/\.page\.tsx$/.test(path) && !pages.has(path)) return [`${path} is not listed in web/pages.ts`]
    return []
  })
}

function checkIslands(sources: readonly Source[]): string[] {
  const importedFiles = new Set(sources.flatMap(({ imports }) => imports.map(({ target }) => target)))
  return sources
    .filter(({ path }) => path.endsWith('.island.tsx') && !importedFiles.has(path))
    .map(({ path }) => `${path} is on no page`)
}
