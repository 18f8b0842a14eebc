import { auditChanges, auditCourse } from '#modules/catalogue/drafts/audit-course.ts'
import { courseIdFields, keyOf, writer } from '#modules/catalogue/drafts/course-key.ts'
import {
  lockWorkingVersion,
  openDraft,
  requireFresh,
  saveTab,
  type WorkingVersion,
} from '#modules/catalogue/drafts/draft.sql.ts'
import { selectRequiredSeconds } from '#modules/catalogue/drafts/required-seconds.sql.ts'
import { catalogueErrors } from '#modules/catalogue/errors.ts'
import { lk_course_language } from '#modules/catalogue/lookups.shared.ts'
import { ChapterInput } from '#modules/catalogue/outline/outline.schema.ts'
import { planOutline, writeOutline } from '#modules/catalogue/outline/save-outline.ts'
import { isProgram } from '#modules/catalogue/programs/programs.shared.ts'
import { composed } from '#platform/composed.shared.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { SqlPart } from '#platform/db/sql.ts'
import { errors } from '#platform/errors.ts'
import { toCents } from '#platform/money.ts'
import { operation } from '#platform/operation.ts'
import { count, flag, id, z } from '#platform/schema.ts'
import { lk_course_state } from '#platform/states.ts'
import { saveBundle } from './bundle.sql.ts'
import { AuthoredCourse } from './course.schema.ts'
import { listBundle, readCourse, selectVersionRow, type VersionRow } from './course.sql.ts'
import { AudioInput, CompletionConfigurationInput, overlay } from './options-input.schema.ts'
import { requirePicture } from './require-picture.ts'
import { requireTemplates, templateIds } from './template-ids.ts'

/** A record, or its JSON text from a form. */
const jsonField = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => {
    if (typeof value !== 'string' || value === '') return value
    try {
      return JSON.parse(value)
    } catch {
      return value
    }
  }, schema)
const text = (max: number) =>
  z
    .string()
    .max(max)
    .transform((value) => composed(value))
    .optional()
const settings = () => jsonField(z.record(z.string(), z.unknown())).nullish()
const days = () => count(1, 3_650).nullable().optional()
const dollars = () => z.number().min(0).max(100_000).optional()

const BundledCourseInput = z.strictObject({
  course_bundle_id: z.int().nullish(),
  bundled_course_id: id(),
  course_version_id: z.int().nullish(),
  selectedCourse: z.unknown().optional(),
  required_ind: flag().default(true),
})

/** Accepts every field of a course; those of other tabs are ignored here and saved by their own calls. */
const OverviewInput = z.object({
  ...courseIdFields,
  /** The revisions of the overview and the outline that this save is based on. */
  revisions: z.record(z.string(), z.int()).optional(),
  name: z.string().max(200).optional(),
  program_id: z.string().refine(isProgram).nullable().optional(),
  excerpt: text(500),
  description: text(20_000),
  completion_description: text(20_000),
  completion_configuration: jsonField(CompletionConfigurationInput).optional(),
  concat_quiz_review_ind: flag().optional(),
  proctored_ind: flag().optional(),
  sts_ind: flag().optional(),
  /** The address of a picture in the media library. */
  image: text(500),
  image_alt: text(500),
  lk_language_id: id().optional(),
  lk_course_state_ids: jsonField(z.array(id()).max(60)).optional(),
  price: dollars(),
  bundled_courses: jsonField(z.array(BundledCourseInput).max(50)).optional(),
  deleted_bundled_courses: jsonField(z.array(z.int()).max(50)).optional(),
  allowed_certificate_templates: z.union([z.string().max(2_000), z.array(z.int()).max(100)]).optional(),
  certificate_template_id: id().nullable().optional(),
  certificate_configuration: jsonField(z.strictObject({ bottomLeftText: z.string().max(500) }).partial()).optional(),
  audio: jsonField(AudioInput).optional(),
  audio_options: jsonField(AudioInput).optional(),
  registration_expires_after_days: days(),
  retake_after_days: count(0, 3_650).nullable().optional(),
  reinstatement_fee: dollars(),
  chapters: jsonField(z.array(ChapterInput).max(200)).optional(),
  modulesForDeletion: jsonField(z.array(z.unknown()).max(5_000)).optional(),
  /** The editor's list of changes. The history is written from the actual differences instead. */
  outlineChanges: jsonField(z.array(z.unknown()).max(5_000)).optional(),
  organization_id: id().optional(),
  has_final_ind: flag().optional(),
  updated_at: z.string().nullish(),
  created_at: z.string().nullish(),
  published_at: z.string().nullish(),
  changed_at: z.union([z.string(), z.number()]).nullish(),
  imageUrl: z.string().max(500).nullish(),
  lk_course_status_id: id().optional(),
  bundled_ind: flag().optional(),
  selectedTemplateId: id().nullish(),
  templates: z.unknown().optional(),
  faqs: z.unknown().optional(),
  supportConfiguration: settings(),
  course_security_options: settings(),
  course_registration_options: settings(),
})
type OverviewInput = z.output<typeof OverviewInput>

const gives = z.object({
  error: z.literal(false),
  status: z.enum(['saved', 'no-change']),
  course: AuthoredCourse,
})

export const updateOverview = operation({
  call: 'POST /course/updateOverview',
  summary: 'Saves the overview and the outline of a course in its draft; equal values change nothing',
  may: writer,
  takes: OverviewInput,
  gives,
  fails: [errors.notFound, catalogueErrors.changedMeanwhile, catalogueErrors.imageUnknown],
  run: save,
})

export const updateCourse = operation({
  call: 'POST /course/update',
  summary: 'Saves the overview of a course in its draft, sent as one record',
  may: writer,
  takes: z.object({ course: OverviewInput.strict() }),
  gives,
  fails: [errors.notFound, catalogueErrors.changedMeanwhile, catalogueErrors.imageUnknown],
  run: (ctx, { course }) => save(ctx, course),
})

async function save(ctx: Ctx, input: OverviewInput) {
  const work = await lockWorkingVersion(ctx, keyOf(input))
  const row = await selectVersionRow(ctx, work.course_version_id)
  const overview = await planOverview(ctx, work, row, input)
  const revision = input.revisions?.outline
  // Unknown parts may come from an outline that another author has replaced.
  const outline = input.chapters
    ? await planOutline(ctx, work.course_version_id, input.chapters, () => requireFresh(work, 'outline', revision))
    : null
  const outlineChanged = outline !== null && outline.sentences.length > 0
  if (overview.changed) requireFresh(work, 'overview', input.revisions?.overview)
  if (outlineChanged) requireFresh(work, 'outline', revision)
  if (!overview.changed && !outlineChanged) {
    const course = await readCourse(ctx, work, { chapters: outline?.before, bundle: overview.bundle })
    return { error: false as const, status: 'no-change' as const, course }
  }
  const draft = await openDraft(ctx, work)
  if (overview.changed) {
    await overview.write(draft)
    await auditChanges(ctx, 'course.overview', work.course_id, overview.difference)
  }
  if (outlineChanged) {
    const timersChanged = await writeOutline(ctx, draft, outline)
    await saveTab(
      ctx,
      draft,
      'outline',
      timersChanged ? { required_seconds: await selectRequiredSeconds(ctx, draft) } : {},
    )
    await auditCourse(ctx, 'course.outline', work.course_id, { after: { description: historyText(outline.sentences) } })
  }
  const previous = { chapters: outline?.after, bundle: overview.changed ? undefined : overview.bundle }
  const course = await readCourse(ctx, { ...work, course_version_id: draft, is_draft: true }, previous)
  return { error: false as const, status: 'saved' as const, course }
}

/** Limits the history entries, because rebuilding an outline must not fill the history. */
const maxSentences = 200
const historyText = (sentences: readonly string[]) => sentences.slice(0, maxSentences).join('\n')

type Overview = Pick<
  VersionRow,
  | 'name'
  | 'program_id'
  | 'excerpt'
  | 'description'
  | 'completion_description'
  | 'completion_configuration'
  | 'concat_quiz_review_ind'
  | 'proctored_ind'
  | 'sts_ind'
  | 'image'
  | 'image_alt'
  | 'lk_language_id'
  | 'list_price_cents'
  | 'certificate_configuration'
  | 'audio_ind'
  | 'audio'
  | 'registration_expires_after_days'
  | 'retake_after_days'
  | 'reinstatement_fee_cents'
  | 'lk_course_state_ids'
  | 'allowed_certificate_templates'
  | 'certificate_template_id'
> & { bundled_courses: { course_id: number; required_ind: boolean }[] }

/** The overview after a save, with the function that writes it. */
async function planOverview(ctx: Ctx, work: WorkingVersion, row: VersionRow, input: OverviewInput) {
  const bundle = await listBundle(ctx, work.course_version_id)
  const bundled_courses = bundle.map(({ course_id, required_ind }) => ({ course_id, required_ind }))
  const before: Overview = { ...pick(row), bundled_courses }
  const after: Overview = { ...before, ...changesOf(before, input) }
  const changed = JSON.stringify(before) !== JSON.stringify(after)
  return {
    changed,
    /** The courses that were in its bundle before the save. */
    bundle,
    difference: [before, after] as const,
    async write(draft: number): Promise<void> {
      const templateIds = after.certificate_template_id ? [after.certificate_template_id] : []
      const previousTemplateIds = [...before.allowed_certificate_templates, before.certificate_template_id ?? 0]
      if (after.image !== before.image) await requirePicture(ctx, work.organization_id, after.image)
      await requireTemplates(ctx, [...after.allowed_certificate_templates, ...templateIds], previousTemplateIds)
      const { lk_course_state_ids, bundled_courses: wantedBundle, ...columns } = after
      await saveTab(ctx, draft, 'overview', toColumns(ctx, columns))
      await saveStates(ctx, draft, lk_course_state_ids)
      await saveBundle(ctx, work, draft, wantedBundle)
    },
  }
}

const fields = [
  'name',
  'program_id',
  'excerpt',
  'description',
  'completion_description',
  'completion_configuration',
  'concat_quiz_review_ind',
  'proctored_ind',
  'sts_ind',
  'image',
  'image_alt',
  'lk_language_id',
  'list_price_cents',
  'certificate_configuration',
  'audio_ind',
  'audio',
  'registration_expires_after_days',
  'retake_after_days',
  'reinstatement_fee_cents',
  'lk_course_state_ids',
  'allowed_certificate_templates',
  'certificate_template_id',
] as const satisfies readonly (keyof VersionRow)[]
const pick = (row: VersionRow) =>
  Object.fromEntries(fields.map((field) => [field, row[field]])) as Omit<Overview, 'bundled_courses'>

function changesOf(before: Overview, input: OverviewInput): Partial<Overview> {
  if (input.lk_language_id && !(input.lk_language_id in lk_course_language)) throw errors.invalid()
  if (input.lk_course_state_ids?.some((state) => !(state in lk_course_state))) throw errors.invalid()
  const { enabled, ...audio } = { ...input.audio_options, ...input.audio }
  const changes: { [K in keyof Overview]?: Overview[K] | undefined } = {
    name: composed(input.name ?? '').trim() || undefined,
    program_id: input.program_id,
    excerpt: input.excerpt,
    description: input.description,
    completion_description: input.completion_description,
    completion_configuration:
      input.completion_configuration && overlay(before.completion_configuration, input.completion_configuration),
    concat_quiz_review_ind: input.concat_quiz_review_ind,
    proctored_ind: input.proctored_ind,
    sts_ind: input.sts_ind,
    image: input.image,
    image_alt: input.image_alt?.trim(),
    lk_language_id: input.lk_language_id,
    list_price_cents: input.price === undefined ? undefined : toCents(input.price),
    certificate_configuration:
      input.certificate_configuration && overlay(before.certificate_configuration, input.certificate_configuration),
    audio_ind: enabled,
    audio:
      Object.keys(audio).length > 0
        ? overlay(before.audio, { ...audio, enabled: enabled ?? before.audio_ind })
        : undefined,
    registration_expires_after_days: input.registration_expires_after_days,
    retake_after_days: input.retake_after_days,
    reinstatement_fee_cents: input.reinstatement_fee === undefined ? undefined : toCents(input.reinstatement_fee),
    lk_course_state_ids: input.lk_course_state_ids && [...new Set(input.lk_course_state_ids)].sort((a, b) => a - b),
    allowed_certificate_templates:
      input.allowed_certificate_templates === undefined ? undefined : templateIds(input.allowed_certificate_templates),
    certificate_template_id: input.certificate_template_id,
    bundled_courses: wantedBundle(before.bundled_courses, input),
  }
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as Partial<Overview>
}

function wantedBundle(before: Overview['bundled_courses'], input: OverviewInput) {
  if (!input.bundled_courses && !input.deleted_bundled_courses) return undefined
  const bundle = input.bundled_courses?.map(({ bundled_course_id, required_ind }) => ({
    course_id: bundled_course_id,
    required_ind,
  }))
  return (bundle ?? before).filter(({ course_id }) => !input.deleted_bundled_courses?.includes(course_id))
}

function toColumns({ sql }: Pick<Ctx, 'sql'>, columns: Record<string, unknown>) {
  return Object.fromEntries(
    Object.entries(columns).map(([name, value]) => [
      name,
      Array.isArray(value)
        ? sql.array(value)
        : value !== null && typeof value === 'object'
          ? sql.json(value)
          : (value as string | number | boolean | null),
    ]),
  ) as Record<string, string | number | boolean | null | SqlPart>
}

async function saveStates({ sql }: Ctx, draft: number, states: readonly number[]): Promise<void> {
  const ids = sql`${sql.array([...states])}::int[]`
  await sql`delete from catalogue.course_state where course_version_id = ${draft} and lk_state_id <> all(${ids})`
  await sql`
    insert into catalogue.course_state (course_version_id, lk_state_id) select ${draft}, * from unnest(${ids})
    on conflict do nothing`
}
