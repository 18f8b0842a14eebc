import { expect, test } from 'vitest'
import type { PricedLine } from '#modules/checkout/cart/priced-cart.ts'
import { linesToAgree, requireAgreement, requireShipping } from './requirements.ts'

type Rules = PricedLine['course_registration_options']
const withRules = (rules: Partial<Rules>) => ({ cart_item_id: 7, course_registration_options: rules as Rules })

test.each([
  ['I agree', true],
  [' i AGREE ', true],
  ['Acepto', true],
  ['ACEPTO ', true],
  ['agree', false],
  ['', false],
])('%j are the typed words of an agreement: %s', (text, isAccepted) => {
  const agree = () =>
    requireAgreement(
      [withRules({ mustTypeIAgree: true })],
      { accepted: true, typed: text, opened: true, legal: '' },
      'en-us',
    )
  if (isAccepted) expect(agree).not.toThrow()
  else expect(agree).toThrow('TERMS_MISSING')
})

test('a course is agreed to at checkout unless it says otherwise', () => {
  const lines = [
    withRules({}),
    withRules({ iAgreeLocation: 'checkout' }),
    withRules({ iAgreeLocation: 'registration' }),
  ]
  expect(linesToAgree(lines)).toEqual(lines.slice(0, 2))
})

const method = (enabled: boolean) => ({
  course_shipping_method_id: 1,
  lk_shipping_type_id: 2,
  enabled,
  price_cents: 500,
})
test.each([
  { title: 'a chosen delivery', chosen: method(true), methods: [method(true)], refused: false },
  { title: 'no delivery chosen', chosen: null, methods: [method(true), method(false)], refused: true },
  { title: 'only disabled deliveries', chosen: null, methods: [method(false)], refused: false },
  { title: 'no deliveries', chosen: null, methods: [], refused: false },
])('an item with $title is refused: $refused', ({ chosen, methods, refused }) => {
  const ready = { cart_item_id: 6, method: method(true), methods: [method(true)] }
  const lines = [ready, { cart_item_id: 7, method: chosen, methods }] as unknown as PricedLine[]
  const order = () => requireShipping(lines, 'en-us')
  if (!refused) return expect(order).not.toThrow()
  expect(order).toThrow(expect.objectContaining({ issues: [expect.objectContaining({ path: 'shipping_7' })] }))
})
