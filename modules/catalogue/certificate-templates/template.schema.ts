import { wording, z } from '#platform/schema.ts'
import {
  aligns,
  boxOf,
  colors,
  type Design,
  fieldKinds,
  frames,
  missingParts,
  pageSizes,
  unknownPlaceholders,
  weights,
} from './design.shared.ts'

const points = (min: number, max: number) => z.number().min(min).max(max)
const FieldText = z
  .string()
  .max(1000)
  .refine((text) => unknownPlaceholders(text).length === 0, {
    error: wording([
      "We don't recognize a name in { }. Choose one from the list.",
      'No reconocemos un nombre entre { }. Elija uno de la lista.',
    ]),
  })

const Field = z
  .object({
    kind: z.enum(fieldKinds),
    x: points(0, 792),
    y: points(0, 792),
    width: points(10, 792),
    size: points(5, 72),
    lines: z.int().min(1).max(12),
    align: z.enum(aligns),
    weight: z.enum(weights),
    color: z.enum(colors),
    text: z.tuple([FieldText, FieldText]),
  })
  .strict()

/** The look of a certificate; the contract's `template`. */
export const DesignSchema = z
  .object({
    orientation: z.enum(['landscape', 'portrait']),
    accent: z.string().regex(/^#[0-9a-f]{6}$/),
    frame: z.enum(frames),
    certificate_background_id: z.int().positive().nullable(),
    fields: z.array(Field).min(1).max(60),
  })
  .strict()
  .refine(isOnPage, {
    error: wording(['A field is outside the page. Move it back.', 'Un campo queda fuera de la página. Muévalo.']),
    path: ['fields'],
  })
  .refine((design) => missingParts(design).length === 0, {
    error: wording([
      "A certificate needs the student's name, its number, and a QR code or verification code.",
      'Un certificado necesita el nombre del estudiante, su número y un código QR o de verificación.',
    ]),
    path: ['fields'],
  })

function isOnPage({ orientation, fields }: Design): boolean {
  const [width, height] = pageSizes[orientation]
  return fields.every((field) => {
    const box = boxOf(field)
    return box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height
  })
}
