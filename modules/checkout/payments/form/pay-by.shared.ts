/** The buyer's choice in the form's field `pay_by`: card, paypal, or saved:12. */
export type PayBy = { kind: 'card' } | { kind: 'paypal' } | { kind: 'saved'; payment_profile_id: number }

export const savedCardValue = (payment_profile_id: number) => `saved:${payment_profile_id}`

/** Parses the choice in a form; anything else means a new card. */
export function parsePayBy(value: string | undefined): PayBy {
  if (value === 'paypal') return { kind: 'paypal' }
  const id = /^saved:(\d{1,10})$/.exec(value ?? '')?.[1]
  return id ? { kind: 'saved', payment_profile_id: Number(id) } : { kind: 'card' }
}
