import { defineConfig } from 'vitest/config'

const rules = ['cart/cart-total', 'settings/tax', 'payments/refunds/split-refund', 'invoices/invoice-rule']

/** The tests of the mutated rules: pure functions, no database. */
export default defineConfig({ test: { include: rules.map((rule) => `modules/checkout/${rule}.test.ts`) } })
