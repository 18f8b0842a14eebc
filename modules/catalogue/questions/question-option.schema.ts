import { composed } from '#platform/composed.shared.ts'
import { z } from '#platform/schema.ts'

const words = (max: number) =>
  z
    .string()
    .max(max)
    .transform((text) => composed(text))

/** An option as its author writes it: everything that questions of any type hold of one. */
export const OptionInput = z.strictObject({
  /** Of the options of one question; the server gives the next one where it is missing. */
  id: z.int().min(1).max(2_147_483_647).optional(),
  text: words(2_000),
  correct: z.boolean().optional(),
  order: z.int().min(1).max(1_000).optional(),
  match: words(2_000).optional(),
  conditional: z.array(z.int()).max(500).default([]),
})

/** An option before its question is answered: no field of it says whether it is right. */
export const ShownOption = z.object({ id: z.number(), text: z.string(), conditional: z.array(z.number()) })

/** An option once the right answer may be seen. */
export const RevealedOption = ShownOption.extend({})
