import { createHash } from 'node:crypto'

export type CertificateLanguage = 'en-us' | 'es-es'

export type CertificateTemplate = {
  id: number
  name: string
  orientation: 'landscape' | 'portrait'
  /** `#rrggbb` */
  accent: string
  /** The first is the title, the others stand smaller below it. */
  title_lines: readonly string[]
  /** Up to about 700 characters, which fill its four lines. Text with {student}, {course}, {organization}, {hours}, {completed_at}, {issued_at} or {driver_license}. */
  body: string
  signature_name: string
  signature_title: string
  /** A short word or two inside the seal. */
  seal: string
}

/** Everything that is printed. Instants are ISO 8601, the date of birth is `YYYY-MM-DD`. */
export type CertificateModel = {
  template: CertificateTemplate
  certificate_number: string
  check_code: string
  check_url: string
  student_name: string
  dob: string | null
  driver_license?: string | null
  course_name: string
  organization_name: string
  issued_at: string
  completed_at: string
  hours: number
  bottomLeftText: string
  language: CertificateLanguage
  /** The zone in which the instants are shown as dates. America/New_York when absent. */
  time_zone?: string
}

// Raised when the drawing changes, so that a certificate drawn anew is told apart from the one that was issued.
const LAYOUT_VERSION = 1

function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([, part]) => part !== undefined && part !== null)
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, part]) => [key, canonical(part)]))
}

/** SHA-256 (hex) of what a certificate says and how it is drawn; the order of keys does not matter. */
export function contentHash(model: CertificateModel): string {
  return createHash('sha256')
    .update(JSON.stringify([LAYOUT_VERSION, canonical(model)]))
    .digest('hex')
}
