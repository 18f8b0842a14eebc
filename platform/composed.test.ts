import { expect, test } from 'vitest'
import { composed, decomposed, normalForm } from './composed.shared.ts'

test('composes letters and their marks, up to 30 on one letter', () => {
  expect(composed('nin\u0303o')).toBe('ni\u00f1o')
  const thirty = `e${'\u0301'.repeat(30)}`
  expect(composed(thirty)).toBe(thirty.normalize('NFC'))
})

test('leaves a text with more marks on a letter unchanged', () => {
  for (const text of [`e${'\u0301'.repeat(31)}`, `n\u0303 ${'\u0301'.repeat(40_000)}${'\u0327'.repeat(40_000)}`])
    expect(composed(text)).toBe(text)
})

test('every normal form returns such a text unchanged, quickly', () => {
  const text = `n\u0303 ${'\u0301'.repeat(40_000)}${'\u0327'.repeat(40_000)}`
  for (const form of ['NFC', 'NFD', 'NFKC', 'NFKD'] as const) expect(normalForm(text, form)).toBe(text)
  expect(decomposed('ni\u00f1o')).toBe('nin\u0303o')
  expect(normalForm('\u{ff12}', 'NFKC')).toBe('2')
})
