import { composed } from '#platform/composed.shared.ts'
import { z } from '#platform/schema.ts'
import { fewestPoints, mostPoints, rounded, smallestSide } from './area.shared.ts'

const words = (max: number) =>
  z
    .string()
    .max(max)
    .transform((text) => composed(text))

const percent = (least = 0) => z.number().min(least).max(100).overwrite(rounded)
const Corner = z.strictObject({ x: percent(), y: percent() })
const side = () => percent(smallestSide)

/** A part of the picture, in per cent of its width and height; all of it is inside of the picture. */
const AreaInput = z.discriminatedUnion('kind', [
  z
    .strictObject({ kind: z.literal('rectangle'), x: percent(), y: percent(), width: side(), height: side() })
    .refine(({ x, y, width, height }) => rounded(x + width) <= 100 && rounded(y + height) <= 100),
  z.strictObject({ kind: z.literal('polygon'), points: z.array(Corner).min(fewestPoints).max(mostPoints) }),
])

/** An option as its author writes it: everything that questions of any type hold of one. */
export const OptionInput = z.strictObject({
  /** Unique among the options of a question; the server assigns the next one if it is absent. */
  id: z.int().min(1).max(2_147_483_647).optional(),
  text: words(2_000),
  correct: z.boolean().optional(),
  order: z.int().min(1).max(1_000).optional(),
  match: words(2_000).optional(),
  area: AreaInput.optional(),
  conditional: z.array(z.int()).max(500).default([]),
})

/** An option before its question is answered: no field of it says whether it is right. */
export const ShownOption = z.object({ id: z.number(), text: z.string(), conditional: z.array(z.number()) })

/** An option once the right answer may be seen. */
export const RevealedOption = ShownOption.extend({ area: AreaInput.optional() })
