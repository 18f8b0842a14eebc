import { composed } from '#platform/composed.shared.ts'
import { z } from '#platform/schema.ts'

/** `/media/17/a.png` in the library, `media/1.png` in the archive of a course. */
const address = /^(?:\/media\/[1-9]\d{0,8}|media)\/[A-Za-z0-9][A-Za-z0-9.-]{0,250}$/

/** The picture of a question. */
export const PictureInput = z.strictObject({
  src: z.string().regex(address),
  /** The alternative text. */
  alt: z
    .string()
    .max(500)
    .transform((text) => composed(text)),
})
export type QuestionPicture = z.output<typeof PictureInput>

/** The same, as a student sees it. */
export const ShownPicture = z.object({ src: z.string(), alt: z.string() })
