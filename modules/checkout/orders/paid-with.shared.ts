/** A payment method as shown to the buyer: `Visa •••• 1111`, `PayPal`; '' if nothing was paid. */
export const describeMethod = ({ brand, last_4 }: { brand: string | null; last_4: string | null }): string =>
  [brand, last_4 && `•••• ${last_4}`].filter(Boolean).join(' ')
