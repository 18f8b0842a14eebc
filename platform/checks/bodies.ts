import { isTest, type Source } from './source.ts'

/** The readers that count and measure before they build. */
const readers = ['platform/http/form-body.ts']
const unbounded = /\.(?:formData|parseBody)\(|\breq(?:\.raw)?\.json\(/

/** Bodies of requests are read by the readers alone: a library's own takes more time for each field the more there are. */
export function checkBodies(sources: readonly Source[]): string[] {
  return sources
    .filter((source) => !isTest(source) && /^(?:platform|modules|web|jobs)\//.test(source.path))
    .filter(({ path }) => !readers.includes(path))
    .filter(({ text }) => unbounded.test(text))
    .map(({ path }) => `${path} reads a body itself: use readForm or a declared call`)
}
