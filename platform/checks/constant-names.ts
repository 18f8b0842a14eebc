import type { Source } from './source.ts'

/** Files with constants named after environment variables. */
const environmentFiles = new Set(['platform/env.ts', 'platform/env.test.ts', 'web/start-fault.test.ts'])

const screamingCase = /\b(?:const|let) ([A-Z][A-Z0-9]+(?:_[A-Z0-9]+)*)\b/g

/** Constants in SCREAMING_CASE: every name of a value is camelCase. */
export function checkConstantNames(sources: readonly Pick<Source, 'path' | 'text'>[]): string[] {
  return sources
    .filter(({ path }) => !path.startsWith('openapi/') && !environmentFiles.has(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(screamingCase)].map(([, name]) => `${path}: name the constant ${name} in camelCase`),
    )
}
