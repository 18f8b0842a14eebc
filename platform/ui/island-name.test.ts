import { expect, test } from 'vitest'
import { islandName } from './island-name.ts'

test.each([
  ['/modules/checkout/cart/mini-cart.island.tsx', 'checkout/mini-cart'],
  ['modules/checkout/mini-cart.island.tsx', 'checkout/mini-cart'],
  ['/platform/grid/grid.island.tsx', 'platform/grid'],
  ['/platform/ui/password-field.island.tsx', 'platform/password-field'],
  ['/web/layouts/search.island.tsx', 'web/search'],
])('the island of %s is %s', (file, name) => expect(islandName(file)).toBe(name))
