import { audioDefaults, completionDefaults, overlay } from '#modules/catalogue/authoring/options-input.schema.ts'
import { listCertificateTemplates } from '#modules/catalogue/certificate-templates/template.sql.ts'
import { auditCourse } from '#modules/catalogue/drafts/audit-course.ts'
import { insertCourse } from '#modules/catalogue/drafts/new-course.sql.ts'
import {
  type IdMap,
  idsIn,
  innerIds,
  renameChecks,
  renameCondition,
  replaceIds,
} from '#modules/catalogue/drafts/renumber.ts'
import { selectRequiredSeconds } from '#modules/catalogue/drafts/required-seconds.sql.ts'
import { componentTypeNames } from '#modules/catalogue/outline/outline.schema.ts'
import type { QuestionUse } from '#modules/catalogue/questions/question-types.shared.ts'
import { reserveIds, withIds } from '#modules/catalogue/questions/save-questions.sql.ts'
import { registrationDefaults, securityDefaults } from '#modules/catalogue/versions/options.schema.ts'
import type { Ctx } from '#platform/ctx.ts'
import { toCents } from '#platform/money.ts'
import { userOf } from '#platform/permissions.ts'
import type { CheckedComponent } from './check-course.ts'
import { type ArchivedQuestion, type CourseFile, componentsOf } from './course-file.schema.ts'
import { mapSources } from './sources.ts'

export type PlacedCourse = {
  course_id: number
  /** Whether the course references a certificate template that does not exist here. */
  template_missing: boolean
}

type Parts = {
  file: CourseFile
  components: ReadonlyMap<number, CheckedComponent>
  /** The address of each file of the archive. */
  addresses: ReadonlyMap<string, string>
}

/**
 * Creates a course from a validated file, as a draft of the current organization. Runs in a transaction, so that it is
 * complete or absent.
 */
export async function placeCourse(ctx: Ctx, { file, components, addresses }: Parts): Promise<PlacedCourse> {
  const { sql, organization } = ctx
  const course_id = await insertCourse(ctx, organization.organization_id, file.course.name)
  const ids = await assignNewIds(ctx, file, components)
  const templates = await templatesByName(ctx, file)
  const [version] = await sql<{ course_version_id: number }>`
    insert into catalogue.course_version ${sql(versionRow(ctx, course_id, { file, ids, templates, addresses }))}
    returning course_version_id`
  const { course_version_id } = version!
  const { states, shipping } = file.course
  if (states.length > 0)
    await sql`
      insert into catalogue.course_state (course_version_id, lk_state_id)
      select ${course_version_id}, * from unnest(${sql.array([...new Set(states)])}::int[])`
  if (shipping.length > 0)
    await sql`
      insert into catalogue.course_shipping_method ${sql(
        shipping.map(({ lk_shipping_type_id, enabled, price }) => ({
          course_version_id,
          lk_shipping_type_id,
          enabled,
          price_cents: toCents(price),
        })),
      )}`
  await placeOutline(ctx, course_version_id, { file, components, ids, addresses })
  await placeQuestions(ctx, course_version_id, { file, components, ids, addresses })
  const faqs = file.faqs.map(({ title, body, post_completion_ind }, index) => ({
    course_version_id,
    title,
    body,
    post_completion_ind,
    position: file.faqs.slice(0, index).filter((before) => before.post_completion_ind === post_completion_ind).length,
  }))
  const faqIds = await reserveIds(ctx, faqs.length)
  if (faqs.length > 0)
    await sql`insert into catalogue.faq ${sql(faqs.map((faq, index) => ({ faq_id: faqIds[index]!, ...faq })))}`
  await sql`
    update catalogue.course_version set required_seconds = ${await selectRequiredSeconds(ctx, course_version_id)}
    where course_version_id = ${course_version_id}`
  await auditCourse(ctx, 'course.import', course_id, { after: { name: file.course.name, files: file.media.length } })
  return { course_id, template_missing: templates.missing }
}

type Ids = { components: IdMap; questions: IdMap; banks: IdMap; fields: Record<string, IdMap> }

/** New ids in file order. */
async function assignNewIds(ctx: Ctx, file: CourseFile, components: Parts['components']): Promise<Ids> {
  const rename = async (oldIds: readonly number[]): Promise<IdMap> => {
    const newIds = await reserveIds(ctx, oldIds.length)
    return new Map(oldIds.map((id, index) => [id, newIds[index]!]))
  }
  const lists = questionLists(file, components)
  const questions = await rename(lists.flatMap(({ questions }) => questions.map(({ question_id }) => question_id)))
  const banks = await rename(file.question_banks.map(({ course_question_bank_id }) => course_question_bank_id))
  const fields: Record<string, IdMap> = { questions, course_question_bank_id: banks }
  for (const field of innerIds)
    fields[field] = await rename([...new Set([...components.values()].flatMap(({ data }) => idsIn(data, field)))])
  return { components: await rename([...components.keys()]), questions, banks, fields }
}

type QuestionList = {
  used_in: QuestionUse
  quiz_id: number | null
  course_question_bank_id: number | null
  questions: readonly ArchivedQuestion[]
}

function questionLists(file: CourseFile, components: Parts['components']): QuestionList[] {
  const listOf = (used_in: QuestionUse, questions: readonly ArchivedQuestion[]): QuestionList => ({
    used_in,
    quiz_id: null,
    course_question_bank_id: null,
    questions,
  })
  return [
    ...[...components.values()].map(({ data, questions }) => ({
      ...listOf('quiz', questions),
      quiz_id: typeof data.quiz_id === 'number' ? data.quiz_id : null,
    })),
    ...file.question_banks.map(({ course_question_bank_id, questions }) => ({
      ...listOf('bank', questions),
      course_question_bank_id,
    })),
    listOf('registration', file.registration_questions),
    listOf('security', file.security_questions),
    listOf('content', file.content_questions),
  ]
}

/** Templates are part of an installation, so those that the organization may use are found by name. */
async function templatesByName(ctx: Ctx, { course }: CourseFile) {
  const byName = new Map(
    (await listCertificateTemplates(ctx))
      .toReversed()
      .map(({ name, certificate_template_id }) => [name, certificate_template_id]),
  )
  const templateId = course.certificate_template === null ? null : (byName.get(course.certificate_template) ?? null)
  return {
    chosen: templateId,
    allowed: [...new Set(course.allowed_certificate_templates.flatMap((name) => byName.get(name) ?? []))],
    missing: course.certificate_template !== null && templateId === null,
  }
}

type Row = { file: CourseFile; ids: Ids; templates: { chosen: number | null; allowed: number[] } } & Pick<
  Parts,
  'addresses'
>

function versionRow(ctx: Ctx, course_id: number, { file: { course }, ids, templates, addresses }: Row) {
  const { sql } = ctx
  return {
    course_id,
    version_number: 0,
    name: course.name,
    program_id: course.program_id ?? null,
    excerpt: course.excerpt,
    description: course.description,
    lk_language_id: course.lk_language_id,
    list_price_cents: toCents(course.price),
    image: course.image === null ? '' : addresses.get(course.image)!,
    image_alt: course.image_alt ?? '',
    audio_ind: course.audio_ind,
    audio: sql.json(overlay(audioDefaults, course.audio)),
    completion_description: course.completion_description,
    completion_configuration: sql.json(overlay(completionDefaults, course.completion_configuration)),
    concat_quiz_review_ind: course.concat_quiz_review_ind,
    proctored_ind: course.proctored_ind ?? false,
    sts_ind: course.sts_ind ?? false,
    keystroke_requirement: course.keystroke_requirement ?? null,
    keystroke_sentence_configuration: sql.json(course.keystroke_sentence_configuration ?? {}),
    certificate_template_id: templates.chosen,
    allowed_certificate_templates: sql.array(templates.allowed),
    certificate_configuration: sql.json(course.certificate_configuration),
    registration_expires_after_days: course.registration_expires_after_days,
    retake_after_days: course.retake_after_days,
    reinstatement_fee_cents: toCents(course.reinstatement_fee),
    course_security_options: sql.json(
      renameChecks(overlay(securityDefaults, course.course_security_options), ids.components),
    ),
    course_registration_options: sql.json(overlay(registrationDefaults, course.course_registration_options)),
    disclaimer: course.disclaimer,
    updated_by: userOf(ctx).user_id,
  }
}

async function placeOutline(
  ctx: Ctx,
  course_version_id: number,
  { file, components, ids, addresses }: Parts & { ids: Ids },
): Promise<void> {
  const { sql } = ctx
  const sections = file.chapters.flatMap((chapter) => chapter.sections)
  const [chapterIds, sectionIds] = [await reserveIds(ctx, file.chapters.length), await reserveIds(ctx, sections.length)]
  if (file.chapters.length > 0)
    await sql`
      insert into catalogue.chapter ${sql(
        file.chapters.map(({ name }, index) => ({
          course_version_id,
          chapter_id: chapterIds[index]!,
          position: index + 1,
          name,
        })),
      )}`
  const sectionOf = new Map<number, number>()
  const rows = file.chapters.flatMap((chapter, c) =>
    chapter.sections.map(({ name, components: sectionComponents }, s) => {
      const section_id = sectionIds.shift()!
      for (const { component_id } of sectionComponents) sectionOf.set(component_id, section_id)
      return { course_version_id, section_id, chapter_id: chapterIds[c]!, position: s + 1, name }
    }),
  )
  if (rows.length > 0) await sql`insert into catalogue.section ${sql(rows)}`
  const componentRows = componentsOf(file).map(({ component_id }, index) => {
    const { name, type, timer, data } = components.get(component_id)!
    const final_ind = component_id === file.final_exam?.component_id
    return {
      course_version_id,
      component_id: ids.components.get(component_id)!,
      section_id: sectionOf.get(component_id) ?? null,
      position: index + 1,
      name,
      lk_component_type_id: componentTypeNames.indexOf(type) + 1,
      final_ind,
      timer_active_ind: timer.active,
      timer_seconds: timer.seconds,
      required_seconds: timer.active && !final_ind ? timer.seconds : 0,
      data: sql.json(mapSources(replaceIds(data, ids.fields), (path) => addresses.get(path))),
    }
  })
  for (let index = 0; index < componentRows.length; index += maxRows)
    await sql`insert into catalogue.component ${sql(componentRows.slice(index, index + maxRows))}`
}

/** PostgreSQL accepts at most 65,535 parameters in a statement. */
const maxRows = 500

async function placeQuestions(
  ctx: Ctx,
  course_version_id: number,
  { file, components, ids, addresses }: Parts & { ids: Ids },
): Promise<void> {
  const { sql } = ctx
  const banks = file.question_banks.map(({ course_question_bank_id, name }) => ({
    course_version_id,
    course_question_bank_id: ids.banks.get(course_question_bank_id)!,
    name,
  }))
  if (banks.length > 0) await sql`insert into catalogue.course_question_bank ${sql(banks)}`
  const rows = questionLists(file, components).flatMap(({ used_in, quiz_id, course_question_bank_id, questions }) =>
    questions.map(({ question_id, lk_question_type_id, references, conditional, configuration }, index) => ({
      course_version_id,
      question_id: ids.questions.get(question_id)!,
      used_in,
      quiz_id: quiz_id === null ? null : ids.fields.quiz_id!.get(quiz_id)!,
      course_question_bank_id: course_question_bank_id === null ? null : ids.banks.get(course_question_bank_id)!,
      position: index + 1,
      lk_question_type_id,
      title: configuration.title,
      reference: references,
      conditional: sql.array(conditional.map((condition) => renameCondition(condition, ids.questions))),
      configuration: sql.json(
        mapSources(
          replaceIds(
            { ...configuration, options: withIds(configuration.options) },
            { conditional: ids.questions, selectedComponent: ids.components },
          ),
          (path) => addresses.get(path),
        ),
      ),
    })),
  )
  for (let index = 0; index < rows.length; index += maxRows)
    await sql`insert into catalogue.question ${sql(rows.slice(index, index + maxRows))}`
}
