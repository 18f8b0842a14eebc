import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import BillingTab from './billing-tab.island.tsx'

const card = { payment_profile_id: 7, lk_payment_type_id: 1, brand: 'Visa', last_4: '1111' }
const render = (methods: (typeof card)[], own: boolean) => {
  const place = { kind: 'student', user_id: 5, own } as const
  return renderToStaticMarkup(<BillingTab place={place} methods={methods} manageHref="/settings/cards" />)
}

test('staff see how a saved card is recognized, and that only its owner can change it', () => {
  const text = render([card, { ...card, payment_profile_id: 8, brand: '' }], false)
  expect(text).toContain('Visa ending in 1111')
  expect(text).toContain('Credit Card ending in 1111')
  expect(text).toContain('Only the cardholder can add or remove cards.')
})

test('the tab without a saved card tells the owner how to save one, and staff when one will appear', () => {
  expect(render([], true)).toContain('when you pay, or add a card here')
  expect(render([], false)).toContain('after the person saves it at checkout')
})
