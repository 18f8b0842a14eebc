import { secondSpellingMark } from '#platform/schema.ts'

type Schema = { properties?: Record<string, Record<string, unknown>>; required?: string[] }

/** Removes fields under a second spelling (`secondSpelling`) from every schema of the document. */
export function withoutSecondSpellings<T extends object>(document: T): T {
  const { properties, required } = document as Schema
  for (const [name, property] of Object.entries(properties ?? {})) {
    if (!property[secondSpellingMark]) continue
    delete properties![name]
    const index = required?.indexOf(name) ?? -1
    if (index >= 0) required!.splice(index, 1)
  }
  for (const part of Object.values(document)) {
    if (typeof part === 'object' && part !== null) withoutSecondSpellings(part)
  }
  return document
}
