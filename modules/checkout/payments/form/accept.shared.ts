import { passesLuhn } from '#modules/checkout/payments/luhn.shared.ts'

/** The card fields as typed, which exist only in the page and are never posted. */
export type TypedCard = { name: string; number: string; expiration: string; cvc: string; postalCode: string }
export type CardProblem = 'badNumber' | 'badExpiration' | 'badCvc'

type Token = { opaqueData: { dataDescriptor: string; dataValue: string } }
type AcceptResponse = { messages: { resultCode: string; message: { code: string; text: string }[] } } & Partial<Token>
/** The card payment provider's browser library. */
export type AcceptLibrary = { dispatchData(data: object, callback: (response: AcceptResponse) => void): void }

const digits = (text: string) => text.replace(/\D/g, '')

/** The fields that are certainly invalid. */
export function cardProblems({ number, expiration, cvc }: TypedCard): CardProblem[] {
  const plainNumber = digits(number)
  const problems: Record<CardProblem, boolean> = {
    badNumber: plainNumber.length < 13 || plainNumber.length > 19 || !passesLuhn(plainNumber),
    badExpiration: !/^(0?[1-9]|1[0-2])\s*\/\s*(\d{2}|20\d{2})$/.test(expiration.trim()),
    badCvc: !/^\d{3,4}$/.test(cvc.trim()),
  }
  return (Object.keys(problems) as CardProblem[]).filter((name) => problems[name])
}

/** The card brands in display order, with the prefixes of their numbers. */
export const cardBrands = [
  ['Visa', /^4/],
  ['Mastercard', /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/],
  ['American Express', /^3[47]/],
  ['Discover', /^(6011|64[4-9]|65)/],
] as const satisfies readonly (readonly [string, RegExp])[]
export type CardBrand = (typeof cardBrands)[number][0]

/** The brand of a partly typed number; null if it can't be determined yet. */
export const brandOf = (text: string): CardBrand | null =>
  cardBrands.find(([, prefix]) => prefix.test(digits(text)))?.[0] ?? null

/** Formats a card number in groups of four digits. */
export const maskCard = (text: string): string =>
  digits(text)
    .slice(0, 19)
    .replace(/(\d{4})(?=\d)/g, '$1 ')

/** Formats an expiration date while typing: '1239' becomes '12/39'. */
export const maskExpiration = (text: string): string => {
  const plainDigits = digits(text).slice(0, 4)
  return text.includes('/') || plainDigits.length < 3
    ? text.replace(/[^\d/ ]/g, '').slice(0, 7)
    : `${plainDigits.slice(0, 2)}/${plainDigits.slice(2)}`
}

/** Exchanges the card for a one-time token, or returns the provider's error. */
export function exchangeCard(
  library: AcceptLibrary,
  keys: { api_login_id: string; client_key: string },
  card: TypedCard,
): Promise<Token['opaqueData'] | { problem: string }> {
  const [month = '', year = ''] = card.expiration.split('/').map((part) => part.trim())
  const cardData = {
    cardNumber: digits(card.number),
    month: month.padStart(2, '0'),
    year: year.slice(-2),
    cardCode: card.cvc.trim(),
    ...(card.postalCode.trim() && { zip: card.postalCode.trim() }),
    ...(card.name.trim() && { fullName: card.name.trim().slice(0, 64) }),
  }
  const authData = { apiLoginID: keys.api_login_id, clientKey: keys.client_key }
  return new Promise((resolve) =>
    library.dispatchData({ authData, cardData }, ({ messages, opaqueData }) => {
      if (messages.resultCode === 'Ok' && opaqueData) resolve(opaqueData)
      else resolve({ problem: messages.message[0]?.text ?? messages.resultCode })
    }),
  )
}
