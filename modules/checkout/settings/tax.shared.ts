/**
 * The tax on an amount in cents, with half a cent rounded up. `tax_hundredths` are hundredths of a percent: 825 is 8.25
 * %. The taxable amount is after discounts and includes shipping and add-ons.
 */
export const taxOf = (taxable_cents: number, tax_hundredths: number): number =>
  Math.floor((taxable_cents * tax_hundredths + 5_000) / 10_000)
