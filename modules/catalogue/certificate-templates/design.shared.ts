import type { Text } from '#platform/texts.ts'

/** The placeholders of certificate texts, with their labels for staff. */
export const placeholders = {
  student: ['Student name', 'Nombre del estudiante'],
  dob: ['Date of birth', 'Fecha de nacimiento'],
  driver_license: ['Driver license', 'Licencia de conducir'],
  birth_and_license: ['Date of birth and driver license, where known', 'Fecha de nacimiento y licencia, si se conocen'],
  course: ['Course', 'Curso'],
  hours: ['Course hours', 'Horas del curso'],
  organization: ['Organization', 'Organización'],
  completed_at: ['Completion date', 'Fecha de finalización'],
  issued_at: ['Issue date', 'Fecha de emisión'],
  valid_until: ['Last valid day, if the program sets one', 'Último día de validez, si el programa lo fija'],
  number: ['Certificate number', 'Número del certificado'],
  check_code: ['Verification code', 'Código de verificación'],
  check_url: ['Address of the verification page', 'Dirección de la página de verificación'],
  bottom_left_text: ["Text from the course's certificate settings", 'Texto de la configuración del curso'],
  organization_address: ["Organization's address", 'Dirección de la organización'],
  organization_phone: ["Organization's phone", 'Teléfono de la organización'],
  organization_email: ["Organization's email", 'Correo electrónico de la organización'],
  organization_website: ["Organization's website", 'Sitio web de la organización'],
  approval_number: ['School or approval number', 'Número de la escuela o de aprobación'],
  signer_name: ["Signer's name", 'Nombre de quien firma'],
  signer_title: ["Signer's title", 'Cargo de quien firma'],
  signature: ["Picture of the signer's signature", 'Imagen de la firma'],
} as const satisfies Record<string, Text>
export type Placeholder = keyof typeof placeholders

export const fieldKinds = ['text', 'line', 'qr', 'seal'] as const
export const aligns = ['start', 'middle', 'end'] as const
export const weights = ['regular', 'semibold'] as const
export const colors = ['ink', 'muted', 'accent', 'hair'] as const
export const frames = ['guilloche', 'line', 'none'] as const

/** One element on the page, in points from the top left. `y` of a text is its first baseline, of others the top. */
export type DesignField = {
  kind: (typeof fieldKinds)[number]
  x: number
  y: number
  width: number
  size: number
  /** Text is shrunk until it fits the width in this many lines. */
  lines: number
  align: (typeof aligns)[number]
  weight: (typeof weights)[number]
  color: (typeof colors)[number]
  /** English and Spanish, with placeholders like {student}. An empty Spanish text prints the English one. */
  text: Text
}

/** The look of a certificate; the contract's `template`. */
export type Design = {
  orientation: 'landscape' | 'portrait'
  /** `#rrggbb` */
  accent: string
  frame: (typeof frames)[number]
  /** A picture of the organization that fills the page behind everything else. */
  certificate_background_id: number | null
  fields: readonly DesignField[]
}

/** Letter, in points. */
export const pageSizes = { landscape: [792, 612], portrait: [612, 792] } as const

/** Whether a field is just the signature: a picture as high as the text size, above a line. */
export const isSignature = ({ kind, text }: Pick<DesignField, 'kind' | 'text'>): boolean =>
  kind === 'text' && text[0].trim() === '{signature}'

/** The area of a field, for dragging and for keeping it within the page. */
export function boxOf({ kind, x, y, width, size, lines }: DesignField) {
  if (kind === 'text') return { x, y: y - size, width, height: size * (1.2 + (lines - 1) * 1.45) }
  return { x, y, width, height: kind === 'line' ? 1 : width }
}

/** Moves a field by a distance, but not beyond the page. */
export function moveField(field: DesignField, dx: number, dy: number, [width, height]: readonly [number, number]) {
  const box = boxOf(field)
  const clamp = (value: number, min: number, max: number) => Math.max(min, Math.min(max, value))
  return {
    ...field,
    x: Math.round(field.x + clamp(dx, -box.x, width - box.width - box.x)),
    y: Math.round(field.y + clamp(dy, -box.y, height - box.height - box.y)),
  }
}

const placeholderPattern = /\{(\w+)\}/g
/** The unknown placeholders in a text. */
export const unknownPlaceholders = (text: string): string[] =>
  Array.from(text.matchAll(placeholderPattern), ([, name]) => name!).filter(
    (name) => !Object.hasOwn(placeholders, name),
  )

/** The required content of every certificate: the student, its number, and a way to check it. */
export function missingParts({ fields }: Pick<Design, 'fields'>): ('student' | 'number' | 'check')[] {
  const uses = (name: Placeholder) =>
    fields.some(
      ({ kind, text }) => kind === 'text' && text.every((words) => !words || words.includes(`{${name}}`)) && text[0],
    )
  const missing: ('student' | 'number' | 'check')[] = []
  if (!uses('student')) missing.push('student')
  if (!uses('number')) missing.push('number')
  if (!uses('check_code') && !fields.some(({ kind }) => kind === 'qr')) missing.push('check')
  return missing
}
