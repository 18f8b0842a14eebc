import { expect, test } from 'vitest'
import { refusedDownload } from './download-words.ts'

test.each([
  ['1', 'Try again in 1 second.'],
  ['40', 'Try again in 40 seconds.'],
  ['60', 'Try again in 1 minute.'],
  ['61', 'Try again in 2 minutes.'],
])('too many downloads say when to try again: Retry-After %s', (retryAfter, words) => {
  expect(refusedDownload('en-us', { status: 429, retryAfter, message: 'Too many requests.' })).toContain(words)
})

test('any other refusal keeps its own words, and one without words gets ours', () => {
  const refused = (status: number, message: unknown) => refusedDownload('en-us', { status, retryAfter: null, message })
  expect(refused(429, 'Too many requests.')).toBe('Too many requests.')
  expect(refused(404, 'Not found.')).toBe('Not found.')
  expect(refused(500, undefined)).toBe("We couldn't get this file. Try again in a moment.")
})
