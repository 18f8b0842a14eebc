/**
 * The tax on a sum in cents, half a cent rounded up. `tax_hundredths` are hundredths of a percent: 825 is 8.25 %. The
 * taxed sum is after discounts, and includes shipping and add-ons.
 */
export const taxOf = (taxable_cents: number, tax_hundredths: number): number =>
  Math.floor((taxable_cents * tax_hundredths + 5_000) / 10_000)
