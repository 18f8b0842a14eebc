import { OutlineChapter } from '#modules/catalogue/outline/outline.schema.ts'
import { z } from '#platform/schema.ts'

const settings = () => z.record(z.string(), z.unknown())
const bit = () => z.union([z.literal(0), z.literal(1)])

/** A bundled course. */
const BundledCourse = z.object({
  course_bundle_id: z.int(),
  bundled_course_id: z.int(),
  course_version_id: z.int().nullable(),
  selectedCourse: z.object({ course_id: z.int(), name: z.string() }),
  required_ind: z.boolean(),
})

/** A course as its authors read it: the draft, or the published version if there is none. */
export const AuthoredCourse = z.object({
  course_id: z.int(),
  course_version_id: z.int(),
  current_course_version_id: z.int().nullable(),
  organization_id: z.int(),
  /** 0 for a draft. */
  version_number: z.int(),
  draft_ind: bit(),
  slug: z.string(),
  name: z.string(),
  /** The program whose rules the course follows; null for none. */
  program_id: z.string().nullable(),
  excerpt: z.string(),
  description: z.string(),
  completion_description: z.string(),
  completion_configuration: settings(),
  has_final_ind: bit(),
  concat_quiz_review_ind: bit(),
  created_at: z.string(),
  updated_at: z.string(),
  published_at: z.string().nullable(),
  image: z.string(),
  imageUrl: z.string(),
  /** The alternative text of the image. */
  image_alt: z.string(),
  lk_course_status_id: z.int(),
  lk_course_state_ids: z.array(z.int()),
  lk_language_id: z.int(),
  language: z.string(),
  price: z.number(),
  rating: z.number().nullable(),
  bundled_ind: bit(),
  bundled_courses: z.array(BundledCourse),
  allowed_certificate_templates: z.string(),
  certificate_template_id: z.int().nullable(),
  selectedTemplateId: z.int().nullable(),
  certificate_configuration: settings(),
  audio_ind: bit(),
  audio: z.object({ enabled: z.boolean(), price: z.number(), language: z.string() }),
  options: z.object({ audio: z.object({ enabled: z.boolean(), price: z.number(), language: z.string() }) }),
  registration_expires_after_days: z.int().nullable(),
  retake_after_days: z.int().nullable(),
  reinstatement_fee: z.number(),
  proctored_ind: bit(),
  sts_ind: bit(),
  reviews_ind: bit(),
  video_attachment_id: z.int().nullable(),
  keystroke_requirement: z.int().nullable(),
  keystroke_sentence_configuration: settings(),
  supportConfiguration: settings(),
  course_security_options: settings(),
  course_registration_options: settings(),
  section_count: z.int(),
  required_seconds: z.int(),
  chapters: z.array(OutlineChapter),
  modulesForDeletion: z.array(z.int()),
  /** The revision of each tab. A save names the one it is based on, and is refused (409) if there is a newer one. */
  revisions: z.record(z.string(), z.int()),
})
export type AuthoredCourse = z.output<typeof AuthoredCourse>
