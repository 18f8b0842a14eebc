import { defineConfig } from 'vitest/config'

/** The tests of the rules that are mutated: pure functions, no database. */
export default defineConfig({
  test: { include: ['modules/checkout/cart/cart-total.test.ts'] },
})
