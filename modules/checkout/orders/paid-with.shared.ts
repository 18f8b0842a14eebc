/** What a payment was made with, as its buyer knows it: `Visa •••• 1111`, `PayPal`; '' where nothing was paid. */
export const paidWith = ({ brand, last_4 }: { brand: string | null; last_4: string | null }): string =>
  [brand, last_4 && `•••• ${last_4}`].filter(Boolean).join(' ')
