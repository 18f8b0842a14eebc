import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** A status line that is added to the page together with its text. `StatusLine` announces such a line. */
const lateStatus = /(?:&&|\?|:)\s*\(?\s*(<(?:p|span|div|section)\s[^>]*?role="status")/g

/** Lines of pages as the server renders them: one until its content replaces it, one for the page of a ticket. */
const first = ['platform/ui/loaded.tsx: <div role="status"', 'modules/support/chat/thread-view.tsx: <p role="status"']

const sources = globSync(['modules/**/*.tsx', 'platform/**/*.tsx']).filter((path) => !path.includes('.test.'))

test('every status line is on the page before its text, so that screen readers read the change (WCAG 4.1.3)', () => {
  const lines = sources.flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(lateStatus)].map(([, line]) => `${path}: ${line!.replaceAll(/\s+/g, ' ')}`),
  )
  expect(sources.length).toBeGreaterThan(100)
  expect(lines.filter((line) => !first.includes(line))).toEqual([])
})
