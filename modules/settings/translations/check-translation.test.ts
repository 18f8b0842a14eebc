import { expect, test } from 'vitest'
import { productTexts } from '#platform/checks/product-texts.ts'
import { findTranslationFault } from './check-translation.shared.ts'

test("every Spanish text of the product is a valid translation of its English one, as another language's start", () => {
  const all = productTexts(process.cwd())
  expect(all.length).toBeGreaterThan(1_000)
  const faults = all.flatMap(({ key, english, spanish }) => {
    // The Spanish form of a word is passed under a name of its own.
    const fault = findTranslationFault(english, spanish.replaceAll(/\{(\w+)_es\}/g, '{$1}'), 'es-mx')
    return fault ? [{ key, fault: fault.text[0], ...fault.params }] : []
  })
  expect(faults).toEqual([])
})
