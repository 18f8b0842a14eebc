import { phoneProblems, readPhone } from '#platform/phone.ts'
import { id, list, wording, z } from '#platform/schema.ts'
import type { Text } from '#platform/texts.ts'

/** A phone number, parsed to ten digits; `text` is the error for an invalid one. */
export const phoneNumber = (text: Text = phoneProblems.wrong) =>
  z
    .string({ error: wording(text) })
    .max(60)
    .transform((input, check) => {
      const { digits, problem } = readPhone(input)
      if (digits !== null) return digits
      check.addIssue({ code: 'custom', message: wording(problem === 'foreign' ? phoneProblems.foreign : text) })
      return z.NEVER
    })

/** Phone numbers in a form, parsed to ten digits; type 1 (Mobile), 2 (Home) or 3 (Work). */
export const phoneNumbers = (fallbackType: 1 | 2 | 3 = 1) =>
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
