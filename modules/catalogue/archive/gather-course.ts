import { audioOf, selectVersionRow } from '#modules/catalogue/authoring/course.sql.ts'
import { completionDefaults, overlay } from '#modules/catalogue/authoring/options-input.schema.ts'
import { listCertificateTemplates } from '#modules/catalogue/certificate-templates/template.sql.ts'
import type { WorkingVersion } from '#modules/catalogue/drafts/draft.sql.ts'
import {
  type IdMap,
  idsIn,
  innerIds,
  renameChecks,
  renameCondition,
  replaceIds,
} from '#modules/catalogue/drafts/renumber.ts'
import { listFaqs } from '#modules/catalogue/faqs/faq.sql.ts'
import {
  type Attachment,
  attachmentIdOf,
  captionsFileType,
  listAttachments,
} from '#modules/catalogue/media/attachment.sql.ts'
import { extensionOf } from '#modules/catalogue/media/media-kind.shared.ts'
import { componentTypeNames } from '#modules/catalogue/outline/outline.schema.ts'
import { selectOutline } from '#modules/catalogue/outline/outline.sql.ts'
import type { Question } from '#modules/catalogue/questions/question.schema.ts'
import { listQuestions } from '#modules/catalogue/questions/question.sql.ts'
import { hostedVideoAt } from '#modules/catalogue/rich-text/index.ts'
import { registrationDefaults, securityDefaults } from '#modules/catalogue/versions/options.schema.ts'
import type { Ctx } from '#platform/ctx.ts'
import { toDollars } from '#platform/money.ts'
import { archivedExtensions, CourseFile, courseFormat, known } from './course-file.schema.ts'
import { mapSources, sourcesIn } from './sources.ts'

/** A file of the archive and where its content is stored. */
type GatheredMedium = { path: string; file_key: string; size: number }
export type GatheredCourse = { file: CourseFile; media: GatheredMedium[] }
/** Thrown for a lesson or question that shows a file which no longer exists. */
export class MissingMedium extends Error {}

type ComponentRow = {
  component_id: number
  name: string
  lk_component_type_id: number
  final_ind: boolean
  timer_active_ind: boolean
  timer_seconds: number
  data: Record<string, unknown>
}

/**
 * A whole course as one value. Ids are numbered from 1 in file order, so that equal courses make equal files on every
 * installation. Throws MediumGone.
 */
export async function gatherCourse(ctx: Ctx, work: WorkingVersion): Promise<GatheredCourse> {
  const { course_version_id, organization_id } = work
  const rows = await readRows(ctx, course_version_id)
  const { row, outline, components, banks, faqs } = rows
  const questions = sortQuestions(components, banks, rows.questions)
  const ids = assignIds(components, banks, questions)
  const contents = [...components.map(({ data }) => data), ...questions.map(({ configuration }) => configuration)]
  const media = await gatherMedia(ctx, organization_id, row.image, contents)
  const component = (component: ComponentRow) => describeComponent(component, questions, ids, media)
  const byId = new Map(components.map((component) => [component.component_id, component]))
  const final = components.find(({ final_ind }) => final_ind)
  const questionsIn = (use: Question['used_in']) =>
    archivedQuestions(
      questions.filter(({ used_in }) => used_in === use),
      ids,
      media,
    )
  const value = {
    format: courseFormat,
    course: describeCourse(rows, ids, media.image),
    chapters: outline.map(({ name, sections }) => ({
      name,
      sections: sections.map((section) => ({
        name: section.name,
        components: section.components.map(({ component_id }) => component(byId.get(component_id)!)),
      })),
    })),
    final_exam: final ? component(final) : null,
    question_banks: banks.map(({ course_question_bank_id, name }) => ({
      course_question_bank_id: ids.banks.get(course_question_bank_id)!,
      name,
      questions: archivedQuestions(
        questions.filter((question) => question.course_question_bank_id === course_question_bank_id),
        ids,
        media,
      ),
    })),
    registration_questions: questionsIn('registration'),
    security_questions: questionsIn('security'),
    content_questions: questionsIn('content'),
    faqs: faqs.map(({ title, body, post_completion_ind }) => ({
      title,
      body,
      post_completion_ind: post_completion_ind === 1,
    })),
    media: media.described,
  }
  return { file: CourseFile.parse(known(CourseFile, value)), media: media.stored }
}

type Rows = Awaited<ReturnType<typeof readRows>>

/** All stored data of a version. */
async function readRows(ctx: Ctx, course_version_id: number) {
  const row = await selectVersionRow(ctx, course_version_id)
  const outline = await selectOutline(ctx, course_version_id)
  const components = await ctx.sql<ComponentRow>`
    select component_id, name, lk_component_type_id, final_ind, timer_active_ind, timer_seconds, data
    from catalogue.component where course_version_id = ${course_version_id} order by position`
  const banks = await ctx.sql<{ course_question_bank_id: number; name: string }>`
    select course_question_bank_id, name from catalogue.course_question_bank
    where course_version_id = ${course_version_id} order by course_question_bank_id`
  const questions = await listQuestions(ctx, course_version_id)
  const faqs = [
    ...(await listFaqs(ctx, course_version_id, { post_completion_ind: false })),
    ...(await listFaqs(ctx, course_version_id, { post_completion_ind: true })),
  ]
  const shipping = await ctx.sql<{ lk_shipping_type_id: number; enabled: boolean; price_cents: number }>`
    select lk_shipping_type_id, enabled, price_cents from catalogue.course_shipping_method
    where course_version_id = ${course_version_id} order by lk_shipping_type_id`
  const templates = new Map(
    (await listCertificateTemplates(ctx)).map((template) => [template.certificate_template_id, template.name]),
  )
  return { row, outline, components, banks, questions, faqs, shipping, templates }
}

const describeCourse = ({ row, shipping, templates }: Rows, ids: Ids, image: string | null) => ({
  name: row.name,
  ...(row.program_id !== null && { program_id: row.program_id }),
  excerpt: row.excerpt,
  description: row.description,
  lk_language_id: row.lk_language_id,
  price: toDollars(row.list_price_cents),
  image,
  ...(image !== null && row.image_alt !== '' && { image_alt: row.image_alt }),
  states: row.lk_course_state_ids,
  audio: audioOf(row),
  audio_ind: row.audio_ind,
  completion_description: row.completion_description,
  completion_configuration: overlay(completionDefaults, row.completion_configuration),
  concat_quiz_review_ind: row.concat_quiz_review_ind,
  ...(row.proctored_ind && { proctored_ind: true }),
  ...(row.sts_ind && { sts_ind: true }),
  ...(row.keystroke_requirement !== null && { keystroke_requirement: row.keystroke_requirement }),
  ...(Object.keys(row.keystroke_sentence_configuration).length > 0 && {
    keystroke_sentence_configuration: row.keystroke_sentence_configuration,
  }),
  certificate_template: templates.get(row.certificate_template_id ?? 0) ?? null,
  allowed_certificate_templates: row.allowed_certificate_templates.flatMap((id) => templates.get(id) ?? []),
  certificate_configuration: row.certificate_configuration,
  registration_expires_after_days: row.registration_expires_after_days,
  retake_after_days: row.retake_after_days,
  reinstatement_fee: toDollars(row.reinstatement_fee_cents),
  course_security_options: renameChecks(overlay(securityDefaults, row.course_security_options), ids.components),
  course_registration_options: overlay(registrationDefaults, row.course_registration_options),
  disclaimer: row.disclaimer,
  shipping: shipping.map(({ lk_shipping_type_id, enabled, price_cents }) => ({
    lk_shipping_type_id,
    enabled,
    price: toDollars(price_cents),
  })),
})

const describeComponent = (component: ComponentRow, questions: readonly Question[], ids: Ids, paths: Paths) => ({
  component_id: ids.components.get(component.component_id)!,
  name: component.name,
  type: componentTypeNames[component.lk_component_type_id - 1]!,
  timer: { active: component.timer_active_ind, seconds: component.timer_seconds },
  data: mapSources(replaceIds(component.data, ids.fields), paths.pathOf),
  questions: archivedQuestions(
    questions.filter(({ used_in, quiz_id }) => used_in === 'quiz' && quiz_id === component.data.quiz_id),
    ids,
    paths,
  ),
})

type Ids = { components: IdMap; banks: IdMap; questions: IdMap; fields: Record<string, IdMap> }

type Paths = { pathOf: (source: string) => string | undefined }

const archivedQuestions = (
  questions: readonly Question[],
  { questions: renamedIds, components }: Ids,
  { pathOf }: Paths,
) =>
  questions.map(({ question_id, references, lk_question_type_id, conditional, configuration }) => ({
    question_id: renamedIds.get(question_id)!,
    references,
    lk_question_type_id,
    conditional: conditional.map((condition) => renameCondition(condition, renamedIds)),
    configuration: mapSources(
      replaceIds(configuration, { conditional: renamedIds, selectedComponent: components }),
      pathOf,
    ),
  }))

const byPosition = (a: Question, b: Question) => a.order - b.order || a.question_id - b.question_id

/** All questions in file order: those of quizzes, then of banks, registration and security. */
function sortQuestions(
  components: readonly ComponentRow[],
  banks: readonly { course_question_bank_id: number }[],
  questions: readonly Question[],
): Question[] {
  const sorted = questions.toSorted(byPosition)
  return [
    ...components.flatMap(({ data }) =>
      sorted.filter(({ used_in, quiz_id }) => used_in === 'quiz' && quiz_id === data.quiz_id),
    ),
    ...banks.flatMap((bank) =>
      sorted.filter(
        ({ used_in, course_question_bank_id }) =>
          used_in === 'bank' && course_question_bank_id === bank.course_question_bank_id,
      ),
    ),
    ...(['registration', 'security', 'content'] as const).flatMap((use) =>
      sorted.filter(({ used_in }) => used_in === use),
    ),
  ]
}

function assignIds(
  components: readonly ComponentRow[],
  banks: readonly { course_question_bank_id: number }[],
  questions: readonly Question[],
): Ids {
  const inner = Object.fromEntries(
    innerIds.map((field) => [field, numberIds(components.flatMap(({ data }) => idsIn(data, field)))]),
  )
  const newIds = numberIds(questions.map(({ question_id }) => question_id))
  const newBankIds = numberIds(banks.map(({ course_question_bank_id }) => course_question_bank_id))
  return {
    components: numberIds(components.map(({ component_id }) => component_id)),
    banks: newBankIds,
    questions: newIds,
    fields: { ...inner, questions: newIds, course_question_bank_id: newBankIds },
  }
}

const numberIds = (ids: readonly number[]): IdMap => new Map([...new Set(ids)].map((id, index) => [id, index + 1]))

/** The files that a course shows, in the order of their first use, with captions after their video. */
async function gatherMedia(ctx: Ctx, organization_id: number, image: string, contents: readonly unknown[]) {
  const sources = [...new Set(contents.flatMap(sourcesIn))].filter((src) => !hostedVideoAt(src))
  const attachments = await listAttachments(ctx, organization_id, [image, ...sources])
  const findAttachment = (source: string) =>
    attachments.find(
      ({ attachment_id, source_path }) => source_path === source || attachment_id === attachmentIdOf(source),
    )
  const picture = image === '' ? undefined : findAttachment(image)
  const usedAttachments = sources.map((source) => {
    const attachment = findAttachment(source)
    if (!attachment) throw new MissingMedium(source)
    return attachment
  })
  const captionsOf = (video: Attachment) =>
    attachments
      .filter(({ related_attachment_id }) => related_attachment_id === video.attachment_id)
      .toSorted((a, b) => String(a.language).localeCompare(String(b.language)))
  const isCaptions = ({ lk_file_type_id }: Attachment) => lk_file_type_id === captionsFileType
  const all = [
    ...new Set(
      [...(picture ? [picture] : []), ...usedAttachments.filter((attachment) => !isCaptions(attachment))].flatMap(
        (attachment) => [attachment, ...captionsOf(attachment)],
      ),
    ),
  ]
  const paths = new Map(
    all.map((attachment, index) => [attachment.attachment_id, `media/${index + 1}.${extensionFor(attachment)}`]),
  )
  return {
    image: picture ? paths.get(picture.attachment_id)! : null,
    /** Captions are useless without their video. */
    pathOf: (source: string) => paths.get(findAttachment(source)?.attachment_id ?? 0),
    described: all.map(({ attachment_id, name, alt, language, related_attachment_id, size_bytes, sha256 }) => ({
      path: paths.get(attachment_id)!,
      name,
      alt,
      language: language === 'en' || language === 'es' ? language : null,
      captions_of: related_attachment_id === null ? null : (paths.get(related_attachment_id) ?? null),
      size: size_bytes,
      sha256,
    })),
    stored: all.map(({ attachment_id, file_key, size_bytes }) => ({
      path: paths.get(attachment_id)!,
      file_key,
      size: size_bytes,
    })),
  }
}

/** The extension by content type, because a redrawn picture keeps its original name. */
const extensions: Readonly<Record<string, string>> = {
  'image/webp': 'webp',
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'text/vtt': 'vtt',
}

function extensionFor({ content_type, name }: Attachment): string {
  const extension = extensions[content_type] ?? extensionOf(name)
  if (!archivedExtensions.includes(extension)) throw new MissingMedium(name)
  return extension
}
