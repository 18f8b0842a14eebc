import { createHash, randomUUID } from 'node:crypto'
import { z } from 'zod'
import { type Behavior, cvvByCode, testCards } from '#simulators/payments/behavior.ts'

/** A card in the simulator: never its number, only a fingerprint to tell cards apart. */
export type SimCard = { last_4: string; brand: string; print: string; behavior: Behavior; cvv: string }
export type Nonce = { card: SimCard; expires_at: number; used: boolean }

export const CardInput = z.object({
  cardNumber: z.string().regex(/^\d{13,19}$/),
  expirationDate: z.string().regex(/^(0[1-9]|1[0-2])(20)?\d\d$/),
  cardCode: z
    .string()
    .regex(/^\d{3,4}$/)
    .optional(),
})
export type CardInput = z.infer<typeof CardInput>

export const nonceLifetimeMs = 15 * 60_000

const brandPatterns: [RegExp, string][] = [
  [/^4/, 'Visa'],
  [/^(5[1-5]|2[2-7])/, 'MasterCard'],
  [/^3[47]/, 'AmericanExpress'],
  [/^6(011|5)/, 'Discover'],
  [/^35|^3088/, 'JCB'],
  [/^3[068]/, 'DinersClub'],
]

export function passesLuhn(number: string): boolean {
  const sum = [...number].reverse().reduce((total, digit, index) => {
    const doubled = Number(digit) * (index % 2 ? 2 : 1)
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return sum % 10 === 0
}

export function readCard({ cardNumber, expirationDate, cardCode }: CardInput): SimCard {
  return {
    last_4: cardNumber.slice(-4),
    brand: brandPatterns.find(([pattern]) => pattern.test(cardNumber))?.[1] ?? 'Visa',
    print: createHash('sha256').update(`${cardNumber}:${expirationDate}`).digest('hex').slice(0, 24),
    behavior: testCards[cardNumber] ?? 'approve',
    cvv: (cardCode && cvvByCode[cardCode]) ?? (cardCode ? 'M' : ''),
  }
}

/** Whether MMYY or MMYYYY is before the month of `now`. */
export function hasExpired(expirationDate: string, now: Date): boolean {
  const month = Number(expirationDate.slice(0, 2))
  const year = 2000 + Number(expirationDate.slice(-2))
  return year * 12 + month < now.getUTCFullYear() * 12 + now.getUTCMonth() + 1
}

export const newNonceValue = () => Buffer.from(randomUUID() + randomUUID()).toString('base64url')
