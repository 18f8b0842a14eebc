import { catalogueErrors } from '#modules/catalogue/errors.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { Fragment, SqlPart } from '#platform/db/sql.ts'
import { errors } from '#platform/errors.ts'
import { userOf } from '#platform/permissions.ts'

/** The parts that are saved separately: each has a revision, which a save names and every change renews. */
export type Tab =
  | 'overview'
  | 'outline'
  | 'registration'
  | 'faq'
  | 'finalexam'
  | 'security'
  | 'certificates'
  | 'support'
  | 'questionBanks'

/** A course and the version that authors edit: its draft, or the published version if there is none. */
export type WorkingVersion = {
  course_id: number
  organization_id: number
  slug: string
  lk_course_status_id: number
  published_version_id: number | null
  course_version_id: number
  is_draft: boolean
  revisions: Partial<Record<Tab, number>>
}

/** A course by its id, or by the id of any of its versions. */
export type CourseKey = { course_id: number } | { course_version_id: number }

type Reader = Pick<Ctx, 'sql' | 'organization'>

const workingVersionSql = ({ sql, organization }: Reader, key: CourseKey, lock: Fragment) => sql<WorkingVersion>`
  select c.course_id, c.organization_id, c.slug, c.lk_course_status_id, c.published_version_id,
         v.course_version_id, v.version_number = 0 as is_draft, v.revisions
  from catalogue.course c
  join catalogue.course_version v on v.course_version_id = coalesce(
    (select d.course_version_id from catalogue.course_version d where d.course_id = c.course_id and d.version_number = 0),
    c.published_version_id)
  where c.organization_id = any(${sql.array(organization.scope)}) and c.deleted_at is null
    and c.course_id = ${
      'course_id' in key
        ? sql`${key.course_id}`
        : sql`(select k.course_id from catalogue.course_version k where k.course_version_id = ${key.course_version_id})`
    }
  ${lock}`

/** An author's course; notFound for one of an organization out of scope, and for a removed one. */
export async function selectWorkingVersion(ctx: Reader, key: CourseKey): Promise<WorkingVersion> {
  const [work] = await workingVersionSql(ctx, key, ctx.sql``)
  if (!work) throw errors.notFound()
  return work
}

/** Like `selectWorkingVersion`, but serializes authors of one course until the transaction ends. */
export async function lockWorkingVersion(ctx: Reader, key: CourseKey): Promise<WorkingVersion> {
  const [row] = await workingVersionSql(ctx, key, ctx.sql`for no key update of c`)
  if (!row) throw errors.notFound()
  // The previous holder of the lock may have created or published a draft: read the current state.
  return selectWorkingVersion(ctx, { course_id: row.course_id })
}

/** Throws changedMeanwhile if the tab was saved after the caller read it; without a revision nothing is checked. */
export function requireFresh(work: WorkingVersion, tab: Tab, seenRevision: number | null | undefined): void {
  const revision = revisionOf(work, tab)
  if (seenRevision !== undefined && seenRevision !== null && seenRevision !== revision)
    throw catalogueErrors.changedMeanwhile({}, { revision })
}

export const revisionOf = ({ revisions }: Pick<WorkingVersion, 'revisions'>, tab: Tab): number => revisions[tab] ?? 0

/** The id of the draft, created from the published version if missing. The course must be locked. */
export async function openDraft(ctx: Ctx, work: WorkingVersion): Promise<number> {
  if (work.is_draft) return work.course_version_id
  const { course_id } = work
  return copyVersion(ctx, work.course_version_id, { course_id, version_number: 0 })
}

/** Writes columns of the draft and returns the tab's next revision. */
export async function saveTab(
  ctx: Ctx,
  course_version_id: number,
  tab: Tab,
  columns: Readonly<Record<string, string | number | boolean | null | SqlPart>> = {},
): Promise<number> {
  const { sql } = ctx
  const assignments = Object.keys(columns).length > 0 ? sql`${sql(columns)},` : sql``
  const [row] = await sql<{ revision: number }>`
    update catalogue.course_version
    set ${assignments} updated_at = platform.now(), updated_by = ${userOf(ctx).user_id},
        revisions = revisions || jsonb_build_object(${tab}::text, nextval('catalogue.authored_id'))
    where course_version_id = ${course_version_id}
    returning (revisions ->> ${tab}::text)::int as revision`
  return row!.revision
}

const versionColumns = (sql: Ctx['sql']): Fragment => sql`
  name, excerpt, description, lk_language_id, list_price_cents, image, image_alt, rating, audio_ind, audio, required_seconds,
  certificate_template_id, certificate_configuration, completion_description, completion_configuration,
  course_security_options, course_registration_options, disclaimer, retake_after_days, registration_expires_after_days,
  reinstatement_fee_cents, revisions, allowed_certificate_templates, support_configuration, concat_quiz_review_ind,
  proctored_ind, sts_ind, reviews_ind, video_attachment_id, keystroke_requirement, keystroke_sentence_configuration,
  program_id`

/**
 * Copies a version with everything in it, under the same ids: components, questions and banks keep their ids in every
 * version of a course. Returns the id of the copy.
 */
export async function copyVersion(
  ctx: Ctx,
  from: number,
  { course_id, version_number }: { course_id: number; version_number: number },
): Promise<number> {
  const { sql } = ctx
  const [copy] = await sql<{ course_version_id: number }>`
    insert into catalogue.course_version
      (course_id, version_number, updated_by, based_on_version_id, ${versionColumns(sql)})
    select ${course_id}, ${version_number}, ${userOf(ctx).user_id},
           case when course_id = ${course_id} then course_version_id end, ${versionColumns(sql)}
    from catalogue.course_version where course_version_id = ${from}
    returning course_version_id`
  const to = copy!.course_version_id
  await sql`
    insert into catalogue.chapter (course_version_id, chapter_id, position, name)
    select ${to}, chapter_id, position, name from catalogue.chapter where course_version_id = ${from}`
  await sql`
    insert into catalogue.section (course_version_id, section_id, chapter_id, position, name)
    select ${to}, section_id, chapter_id, position, name from catalogue.section where course_version_id = ${from}`
  await sql`
    insert into catalogue.component (course_version_id, component_id, section_id, position, name, lk_component_type_id,
                                     final_ind, required_seconds, timer_active_ind, timer_seconds, data)
    select ${to}, component_id, section_id, position, name, lk_component_type_id,
           final_ind, required_seconds, timer_active_ind, timer_seconds, data
    from catalogue.component where course_version_id = ${from}`
  await sql`
    insert into catalogue.course_question_bank (course_version_id, course_question_bank_id, name)
    select ${to}, course_question_bank_id, name from catalogue.course_question_bank where course_version_id = ${from}`
  await sql`
    insert into catalogue.question (course_version_id, question_id, used_in, quiz_id, course_question_bank_id, position,
                                    lk_question_type_id, title, reference, conditional, configuration)
    select ${to}, question_id, used_in, quiz_id, course_question_bank_id, position,
           lk_question_type_id, title, reference, conditional, configuration
    from catalogue.question where course_version_id = ${from}`
  await sql`
    insert into catalogue.faq (faq_id, course_version_id, title, body, post_completion_ind, position)
    select faq_id, ${to}, title, body, post_completion_ind, position from catalogue.faq where course_version_id = ${from}`
  await sql`
    insert into catalogue.course_state (course_version_id, lk_state_id)
    select ${to}, lk_state_id from catalogue.course_state where course_version_id = ${from}`
  await sql`
    insert into catalogue.course_shipping_method (course_version_id, lk_shipping_type_id, enabled, price_cents)
    select ${to}, lk_shipping_type_id, enabled, price_cents
    from catalogue.course_shipping_method where course_version_id = ${from}`
  await sql`
    insert into catalogue.course_bundle (course_version_id, course_id, position, required_ind)
    select ${to}, course_id, position, required_ind from catalogue.course_bundle where course_version_id = ${from}`
  await sql`
    insert into catalogue.course_upsell (course_version_id, course_id, position)
    select ${to}, course_id, position from catalogue.course_upsell where course_version_id = ${from}`
  return to
}
