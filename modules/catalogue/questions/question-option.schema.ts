import { composed } from '#platform/composed.shared.ts'
import { z } from '#platform/schema.ts'
import { maxPoints, minPoints, minSide, roundToHundredths } from './area.shared.ts'

const composedText = (max: number) =>
  z
    .string()
    .max(max)
    .transform((text) => composed(text))

const percent = (min = 0) => z.number().min(min).max(100).overwrite(roundToHundredths)
const Corner = z.strictObject({ x: percent(), y: percent() })
const side = () => percent(minSide)

/** An area of the picture, in percent of its width and height; it lies within the picture. */
const AreaInput = z.discriminatedUnion('kind', [
  z
    .strictObject({ kind: z.literal('rectangle'), x: percent(), y: percent(), width: side(), height: side() })
    .refine(({ x, y, width, height }) => roundToHundredths(x + width) <= 100 && roundToHundredths(y + height) <= 100),
  z.strictObject({ kind: z.literal('polygon'), points: z.array(Corner).min(minPoints).max(maxPoints) }),
])

/** An option as its author writes it, with the fields of all question types. */
export const OptionInput = z.strictObject({
  /** Unique among the options of a question; the server assigns the next one if it is absent. */
  id: z.int().min(1).max(2_147_483_647).optional(),
  text: composedText(2_000),
  correct: z.boolean().optional(),
  order: z.int().min(1).max(1_000).optional(),
  match: composedText(2_000).optional(),
  area: AreaInput.optional(),
  conditional: z.array(z.int()).max(500).default([]),
})

/** An option before its question is answered; no field reveals whether it is correct. */
export const ShownOption = z.object({ id: z.number(), text: z.string(), conditional: z.array(z.number()) })

/** An option once the correct answer may be shown. */
export const RevealedOption = ShownOption.extend({ area: AreaInput.optional() })
