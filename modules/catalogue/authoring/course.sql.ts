import type { WorkingVersion } from '#modules/catalogue/drafts/draft.sql.ts'
import { lk_course_language } from '#modules/catalogue/lookups.shared.ts'
import type { OutlineChapter } from '#modules/catalogue/outline/outline.schema.ts'
import { selectOutline } from '#modules/catalogue/outline/outline.sql.ts'
import { registrationDefaults, securityDefaults } from '#modules/catalogue/versions/options.schema.ts'
import type { Ctx } from '#platform/ctx.ts'
import { label } from '#platform/lookups.ts'
import { toDollars } from '#platform/money.ts'
import type { AuthoredCourse } from './course.schema.ts'
import { audioDefaults, completionDefaults, overlay } from './options-input.schema.ts'

type Settings = Record<string, unknown>

/** The author's columns of a version. */
export type VersionRow = {
  version_number: number
  name: string
  /** The program whose rules it follows (`programs/`). */
  program_id: string | null
  excerpt: string
  description: string
  lk_language_id: number
  list_price_cents: number
  image: string
  image_alt: string
  rating: number | null
  audio_ind: boolean
  audio: Settings
  required_seconds: number
  certificate_template_id: number | null
  certificate_configuration: Settings
  completion_description: string
  completion_configuration: Settings
  course_security_options: Settings
  course_registration_options: Settings
  disclaimer: string
  retake_after_days: number | null
  registration_expires_after_days: number | null
  reinstatement_fee_cents: number
  allowed_certificate_templates: number[]
  support_configuration: Settings
  concat_quiz_review_ind: boolean
  proctored_ind: boolean
  sts_ind: boolean
  reviews_ind: boolean
  video_attachment_id: number | null
  keystroke_requirement: number | null
  keystroke_sentence_configuration: Settings
  created_at: Date
  updated_at: Date
  published_at: Date | null
  revisions: Record<string, number>
  has_final_ind: boolean
  lk_course_state_ids: number[]
}

/** The row of a version; it must exist, because the caller found the course by it. */
export async function selectVersionRow({ sql }: Pick<Ctx, 'sql'>, course_version_id: number): Promise<VersionRow> {
  const [row] = await sql<VersionRow>`
    select v.version_number, v.name, v.program_id, v.excerpt, v.description, v.lk_language_id, v.list_price_cents, v.image, v.image_alt,
           v.rating::float8 as rating, v.audio_ind, v.audio, v.required_seconds, v.certificate_template_id,
           v.certificate_configuration, v.completion_description, v.completion_configuration,
           v.course_security_options, v.course_registration_options, v.disclaimer, v.retake_after_days,
           v.registration_expires_after_days, v.reinstatement_fee_cents, v.allowed_certificate_templates,
           v.support_configuration, v.concat_quiz_review_ind, v.proctored_ind, v.sts_ind, v.reviews_ind,
           v.video_attachment_id, v.keystroke_requirement, v.keystroke_sentence_configuration, v.created_at,
           v.updated_at, v.published_at, v.revisions,
           exists (select from catalogue.component c
                   where c.course_version_id = v.course_version_id and c.final_ind) as has_final_ind,
           array(select s.lk_state_id from catalogue.course_state s
                 where s.course_version_id = v.course_version_id order by 1) as lk_course_state_ids
    from catalogue.course_version v where v.course_version_id = ${course_version_id}`
  return row!
}

export type BundleRow = {
  course_id: number
  name: string
  required_ind: boolean
  published_version_id: number | null
}

/** The courses bundled with a version, in order. */
export const listBundle = ({ sql }: Pick<Ctx, 'sql'>, course_version_id: number): Promise<BundleRow[]> =>
  sql<BundleRow>`
    select b.course_id, coalesce(v.name, c.slug) as name, b.required_ind, c.published_version_id
    from catalogue.course_bundle b
    join catalogue.course c on c.course_id = b.course_id
    left join catalogue.course_version v on v.course_version_id = c.published_version_id
    where b.course_version_id = ${course_version_id} order by b.position`

const bit = (value: boolean): 0 | 1 => (value ? 1 : 0)

/** Parts of a course that the same transaction already read or wrote. */
type KnownParts = { chapters?: readonly OutlineChapter[] | undefined; bundle?: readonly BundleRow[] | undefined }

/** The whole course for its editor; known parts are not read again. */
export async function readCourse(
  ctx: Pick<Ctx, 'sql' | 'locale'>,
  work: Omit<WorkingVersion, 'revisions'>,
  knownParts: KnownParts = {},
): Promise<AuthoredCourse> {
  const { course_version_id } = work
  const [row, chapters, bundle] = await Promise.all([
    selectVersionRow(ctx, course_version_id),
    knownParts.chapters ?? selectOutline(ctx, course_version_id),
    knownParts.bundle ?? listBundle(ctx, course_version_id),
  ])
  const audio = audioOf(row)
  return {
    course_id: work.course_id,
    course_version_id,
    current_course_version_id: work.published_version_id,
    organization_id: work.organization_id,
    version_number: row.version_number,
    draft_ind: bit(work.is_draft),
    slug: work.slug,
    name: row.name,
    program_id: row.program_id,
    excerpt: row.excerpt,
    description: row.description,
    completion_description: row.completion_description,
    completion_configuration: overlay(completionDefaults, row.completion_configuration),
    has_final_ind: bit(row.has_final_ind),
    concat_quiz_review_ind: bit(row.concat_quiz_review_ind),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    published_at: row.published_at?.toISOString() ?? null,
    image: row.image,
    imageUrl: row.image,
    image_alt: row.image_alt,
    lk_course_status_id: work.lk_course_status_id,
    lk_course_state_ids: row.lk_course_state_ids,
    lk_language_id: row.lk_language_id,
    language: label(lk_course_language, row.lk_language_id, ctx.locale),
    price: toDollars(row.list_price_cents),
    rating: row.rating,
    bundled_ind: bit(bundle.length > 0),
    bundled_courses: bundle.map(({ course_id, name, required_ind, published_version_id }) => ({
      course_bundle_id: course_id,
      bundled_course_id: course_id,
      course_version_id: published_version_id,
      selectedCourse: { course_id, name },
      required_ind,
    })),
    allowed_certificate_templates: row.allowed_certificate_templates.join(','),
    certificate_template_id: row.certificate_template_id,
    selectedTemplateId: row.certificate_template_id,
    certificate_configuration: row.certificate_configuration,
    audio_ind: bit(row.audio_ind),
    audio,
    options: { audio },
    registration_expires_after_days: row.registration_expires_after_days,
    retake_after_days: row.retake_after_days,
    reinstatement_fee: toDollars(row.reinstatement_fee_cents),
    proctored_ind: bit(row.proctored_ind),
    sts_ind: bit(row.sts_ind),
    reviews_ind: bit(row.reviews_ind),
    video_attachment_id: row.video_attachment_id,
    keystroke_requirement: row.keystroke_requirement,
    keystroke_sentence_configuration: row.keystroke_sentence_configuration,
    supportConfiguration: overlay({ assignee: '' }, row.support_configuration),
    course_security_options: overlay(securityDefaults, row.course_security_options),
    course_registration_options: overlay(registrationDefaults, row.course_registration_options),
    section_count: chapters.flatMap(({ sections }) => sections).length,
    required_seconds: row.required_seconds,
    chapters: [...chapters],
    modulesForDeletion: [],
    revisions: row.revisions,
  }
}

export function audioOf({ audio_ind, audio }: Pick<VersionRow, 'audio_ind' | 'audio'>) {
  const { price, language } = overlay(audioDefaults, audio) as { price: number; language: string }
  return { enabled: audio_ind, price, language }
}
