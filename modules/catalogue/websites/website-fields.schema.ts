import { toCents } from '#platform/money.ts'
import { wording, z } from '#platform/schema.ts'
import { parseTypedDay } from '#platform/typed-day.ts'
import { websiteTexts as words } from './websites.texts.ts'

/** The maximum price in dollars, more than any course costs; larger values are typing errors. */
const maxCents = 1_000_000

/**
 * Dollars in a form, as a number or text. The parsed value is in cents: null for an empty field, undefined for an
 * omitted one.
 */
export const dollars = () =>
  z
    .union([z.number(), z.string().max(20), z.null()])
    .optional()
    .transform((input, { addIssue }) => {
      if (input === undefined || input === null) return input
      if (input === '') return null
      try {
        const cents = toCents(input)
        if (cents >= 0 && cents <= maxCents) return cents
      } catch {
        // Reported below.
      }
      addIssue({ code: 'custom', message: wording(words.notDollars) })
      return z.NEVER
    })

/** A web address, or ''; only http(s) ever becomes a link. */
export const webAddress = () =>
  z
    .string()
    .max(300)
    .nullish()
    .transform((input) => (input ?? '').trim())
    .refine((input) => input === '' || isWebAddress(input), { error: wording(words.notUrl) })

function isWebAddress(address: string): boolean {
  const url = URL.parse(address)
  return url !== null && ['https:', 'http:'].includes(url.protocol) && url.username === ''
}

/** A day as MM/DD/YYYY or YYYY-MM-DD. The parsed value is 'YYYY-MM-DD', null for none. */
export const dayField = () =>
  z
    .string()
    .max(20)
    .nullish()
    .transform((input) => (input ?? '').trim() && (parseTypedDay(input!, 'en-us') ?? input!))
    .refine((day) => day === '' || /^[12]\d{3}-\d{2}-\d{2}$/.test(day), { error: wording(words.notDate) })
    .transform((day) => day || null)

/** The networks that a website may link to. */
const networks = ['facebook', 'instagram', 'linkedin', 'x', 'youtube'] as const
export type Network = (typeof networks)[number]

export const SocialLinks = z.strictObject(
  Object.fromEntries(networks.map((network) => [network, webAddress()])) as Record<
    Network,
    ReturnType<typeof webAddress>
  >,
)
