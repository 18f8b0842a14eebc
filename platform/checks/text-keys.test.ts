import { expect, test } from 'vitest'
import { checkTextKeys, renderTextKeys } from './text-keys.ts'

const pay = { english: 'Pay', spanish: 'Pagar' }
const save = { english: 'Save', spanish: 'Guardar' }
const before = renderTextKeys(
  '',
  [
    { key: 'checkout/pay:texts.pay', ...pay },
    { key: 'identity/form:texts.save', ...save },
  ],
  [],
)
const moved = [
  { key: 'checkout/form/pay:texts.pay', ...pay },
  { key: 'identity/form:texts.save', ...save },
]
const migration = { text: "values\n  ('checkout/pay:texts.pay', 'checkout/form/pay:texts.pay')\n" }

test('a moved text requires a migration, and the message contains its row', () => {
  expect(checkTextKeys(before, moved, [])).toEqual([
    expect.stringContaining("('checkout/pay:texts.pay', 'checkout/form/pay:texts.pay')"),
  ])
  expect(checkTextKeys(before, moved, [migration])).toEqual([])
})

test('the list keeps a moved text until its migration exists', () => {
  const secondRendering = renderTextKeys(before, moved, [])
  expect(checkTextKeys(secondRendering, moved, [])).toHaveLength(1)
  const textKeys = renderTextKeys(secondRendering, moved, [migration])
  expect(textKeys).not.toContain('checkout/pay:texts.pay')
  expect(checkTextKeys(textKeys, moved, [migration])).toEqual([])
})

test('new, changed and deleted texts require nothing', () => {
  const texts = [
    { key: 'identity/form:texts.save', english: 'Save changes', spanish: 'Guardar los cambios' },
    { key: 'identity/form:texts.add', english: 'Add', spanish: 'Agregar' },
  ]
  expect(checkTextKeys(before, texts, [])).toEqual([])
  expect(renderTextKeys(before, texts, [])).not.toContain('checkout/pay')
})
