import { expect, test } from 'vitest'
import { refusedDownload } from './download-words.ts'

test.each([
  ['1', 'Try again in 1 second.'],
  ['40', 'Try again in 40 seconds.'],
  ['60', 'Try again in 1 minute.'],
  ['61', 'Try again in 2 minutes.'],
])('a refusal of too many downloads states when to try again: Retry-After %s', (retryAfter, text) => {
  expect(
    refusedDownload('en-us', { status: 429, retryAfter, code: 'TOO_MANY', message: 'Too many requests.' }),
  ).toContain(text)
})

test('other refusals keep their own message, and one without gets the default', () => {
  const refusal = (status: number, message: unknown, code?: string) =>
    refusedDownload('en-us', { status, retryAfter: null, code, message })
  expect(refusal(429, 'Too many requests.')).toBe('Too many requests.')
  expect(refusal(404, 'This report is gone.', 'REPORT_GONE')).toBe('This report is gone.')
  expect(refusal(404, 'Page Not Found', 'NOT_FOUND')).toBe("We couldn't find this file. Reload the page and try again.")
  expect(refusal(500, undefined)).toBe("We couldn't get this file. Try again in a moment.")
})
