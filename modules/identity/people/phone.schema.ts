import { id, list, wording, z } from '../../../platform/schema.ts'
import { peopleTexts } from './people.texts.ts'

/** Ten digits out of what people type: `(407) 555-0110`, `+1 407 555 0110`. Null where there are not ten. */
export function phoneDigits(typed: string): string | null {
  const digits = typed.replaceAll(/\D/g, '').replace(/^1(?=\d{10}$)/, '')
  return /^\d{10}$/.test(digits) && !/[^\d\s().+-]/.test(typed) ? digits : null
}

export const phoneNumber = () =>
  z
    .string({ error: wording(peopleTexts.phone) })
    .max(40)
    .refine((typed) => phoneDigits(typed) !== null, { error: wording(peopleTexts.phone) })
    .transform((typed) => phoneDigits(typed) ?? '')

/** Phone numbers as forms send them: ten digits inside; type 1 (Mobile), 2 (Home) or 3 (Work). */
export const phoneNumbers = (fallbackType: 1 | 2 = 1) =>
  list(
    z.object({
      phone_id: id().nullish(),
      phone_number: phoneNumber(),
      lk_phone_number_type_id: id()
        .pipe(z.int().max(3))
        .nullish()
        .transform((type) => type ?? fallbackType),
      lk_entity_type_id: id().nullish(),
    }),
    10,
  )
