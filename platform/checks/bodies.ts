import { isTest, type Source } from './source.ts'

/** These readers count and measure before they build. */
const readers = ['platform/http/form-body.ts']
const unbounded = /\.(?:formData|parseBody)\(|\breq(?:\.raw)?\.json\(/

/**
 * Request bodies go through our own readers only: a library's parser gets slower per field the more fields there are.
 */
export function checkBodies(sources: readonly Source[]): string[] {
  return sources
    .filter((source) => !isTest(source) && /^(?:platform|modules|web|jobs)\//.test(source.path))
    .filter(({ path }) => !readers.includes(path))
    .filter(({ text }) => unbounded.test(text))
    .map(({ path }) => `${path} reads a body itself: use readForm or a declared call`)
}
