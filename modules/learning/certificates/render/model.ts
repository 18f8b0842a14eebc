import { createHash } from 'node:crypto'
import type { Design } from '#modules/catalogue/index.ts'

export type CertificateLanguage = 'en-us' | 'es-es'

/** A version of a template, with its background picture. */
export type DrawnTemplate = {
  id: number
  version: number
  name: string
  design: Design
  /** The stored picture's key, which is a hash of its content. */
  background_key: string | null
}

type OrganizationFacts = {
  address: string
  phone: string
  email: string
  website: string
  approval_number: string
}
type Signer = {
  name: string
  title: string
  /** The stored picture of the signature; null without one. */
  signature_key: string | null
}

/** Everything that is printed. Instants are ISO 8601, the date of birth is `YYYY-MM-DD`. */
export type CertificateModel = {
  template: DrawnTemplate
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
  /** The last day of its validity (YYYY-MM-DD), if the program's rules state one. */
  valid_until?: string
  bottomLeftText: string
  language: CertificateLanguage
  /** Further facts about the organization; missing on certificates issued before they were stored. */
  facts?: OrganizationFacts
  /** The person who signs for the organization; null without one. */
  signer?: Signer | null
  /** The zone in which the instants are shown as dates. America/New_York when absent. */
  time_zone?: string
}

// Raised when the drawing changes, so that a redrawn certificate can be distinguished from the issued one.
const layoutVersion = 2

function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([, part]) => part !== undefined && part !== null)
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, part]) => [key, canonical(part)]))
}

/** SHA-256 (hex) of a certificate's content and layout version, independent of key order. */
export function contentHash(model: CertificateModel): string {
  return createHash('sha256')
    .update(JSON.stringify([layoutVersion, canonical(model)]))
    .digest('hex')
}
