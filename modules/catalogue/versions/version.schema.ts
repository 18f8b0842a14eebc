import type {
  AudioOptions,
  CertificateConfiguration,
  CompletionConfiguration,
  RegistrationOptions,
  SecurityOptions,
} from './options.schema.ts'

/** A version of a course; once `published_at` is set it never changes. */
export type CourseVersion = {
  course_version_id: number
  course_id: number
  /** The owner of the course, not the seller. */
  organization_id: number
  slug: string
  version_number: number
  name: string
  /** The program whose rules it follows. */
  program_id: string | null
  excerpt: string
  description: string
  lk_language_id: number
  /** Address of the image, or ''. */
  image: string
  /** The image's alternative text; '' if missing. */
  image_alt: string
  rating: number | null
  audio_ind: boolean
  audio: AudioOptions
  /** The sum of the outline's minimum times. */
  required_seconds: number
  lk_course_state_ids: readonly number[]
  certificate_template_id: number | null
  certificate_configuration: CertificateConfiguration
  completion_description: string
  completion_configuration: CompletionConfiguration
  course_security_options: SecurityOptions
  course_registration_options: RegistrationOptions
  disclaimer: string
  retake_after_days: number | null
  registration_expires_after_days: number | null
  reinstatement_fee_cents: number
  /** Whether it ends with an external exam: proctored, or the provider's own test. */
  proctored_ind: boolean
  sts_ind: boolean
  published_at: Date | null
}
