import { componentTypes, validateDocument } from '#modules/catalogue/entry.ts'
import type { Sql } from '#platform/db/sql.ts'
import { toCents } from '#platform/money.ts'
import { stateIdOf } from '#platform/states.ts'
import { checkedCourses, turnChecksOff } from './identity-checks.ts'
import { questionRows } from './questions.ts'
import type { DemoComponent, DemoCourse } from './source.ts'

/** Adds a course with its published first version; a version that is there never changes, so it is left alone. */
export async function loadCourse(sql: Sql, file: DemoCourse, images: ReadonlyMap<string, string>): Promise<void> {
  const { course_id, course_version_id, organization_id, lk_course_status_id } = file.course
  const { reports_to = null } = file.course
  const course = { course_id, organization_id, slug: file.slug, lk_course_status_id, reports_to }
  await sql`insert into catalogue.course ${sql(course)} on conflict do nothing`
  const addedRows = await sql`
    insert into catalogue.course_version ${sql(versionRow(sql, file, images))} on conflict do nothing`
  if (addedRows.count === 0) return
  if (!checkedCourses.includes(course_id)) await turnChecksOff(sql, [course_id])
  await sql`update catalogue.course set published_version_id = ${course_version_id} where course_id = ${course_id}`
  await sql`insert into catalogue.course_state ${sql(stateRows(file))}`
  await sql`insert into catalogue.component ${sql(await componentRows(sql, file))}`
  if (file.questionBanks.length > 0) await sql`insert into catalogue.course_question_bank ${sql(bankRows(file))}`
  await sql`insert into catalogue.question ${sql(questionRows(sql, file))}`
  await sql`insert into catalogue.faq ${sql(faqRows(file))}`
  await sql`insert into catalogue.course_shipping_method ${sql(shippingRows(file))}`
}

function versionRow(
  sql: Sql,
  { course, registration, required_seconds }: DemoCourse,
  images: ReadonlyMap<string, string>,
) {
  const { course_id, course_version_id, version_number, name, excerpt, description, lk_language_id, rating } = course
  return {
    course_id,
    course_version_id,
    version_number,
    name,
    excerpt,
    description,
    lk_language_id,
    rating,
    list_price_cents: toCents(course.price),
    image: images.get(course.image) ?? '',
    image_alt: course.image_alt,
    audio_ind: course.audio_ind === 1,
    audio: sql.json(course.audio),
    required_seconds,
    certificate_template_id: course.certificate_template_id,
    allowed_certificate_templates: sql.array(course.certificate_template_id ? [course.certificate_template_id] : []),
    certificate_configuration: sql.json(course.certificate_configuration),
    completion_description: course.completion_description,
    completion_configuration: sql.json(course.completion_configuration),
    course_security_options: sql.json(securityOptions(course.course_security_options)),
    course_registration_options: sql.json(course.course_registration_options),
    disclaimer: registration.disclaimer,
    retake_after_days: course.retake_after_days,
    registration_expires_after_days: course.registration_expires_after_days,
    reinstatement_fee_cents: toCents(course.reinstatement_fee),
    // Earlier than any test or demo clock, so that the version counts as published from the start.
    published_at: new Date('2024-01-15T12:00:00Z'),
  }
}

/** The questions of the methods are in the table of questions. */
function securityOptions({ methods, ...options }: DemoCourse['course']['course_security_options']) {
  const { questions: _personal, ...security_questions } = methods.security_questions
  const { questions: _content, ...content_questions } = methods.content_questions
  return { ...options, methods: { ...methods, security_questions, content_questions } }
}

const stateRows = ({ course, states }: DemoCourse) =>
  states.map((code) => ({
    course_version_id: course.course_version_id,
    lk_state_id: stateIdOf(code)!,
  }))

/** Adds chapters and sections; answers the rows of the components below them, and that of the final exam. */
async function componentRows(sql: Sql, { course, finalExam }: DemoCourse) {
  const { course_version_id } = course
  const rows: { section_id: number | null; component: DemoComponent; final_ind: boolean }[] = []
  for (const chapter of course.chapters) {
    const [{ chapter_id } = never()] = await sql<{ chapter_id: number }>`
      insert into catalogue.chapter ${sql({ course_version_id, position: chapter.order, name: chapter.name })}
      returning chapter_id`
    for (const { name, order: position, components } of chapter.sections) {
      const [{ section_id } = never()] = await sql<{ section_id: number }>`
        insert into catalogue.section ${sql({ course_version_id, chapter_id, position, name })} returning section_id`
      rows.push(...components.map((component) => ({ section_id, component, final_ind: false })))
    }
  }
  rows.push({ section_id: null, component: finalExam, final_ind: true })
  return rows.map(({ section_id, component, final_ind }, index) => ({
    course_version_id,
    component_id: component.component_id,
    section_id,
    position: index + 1,
    name: component.name,
    lk_component_type_id: componentTypes[component.type],
    final_ind,
    timer_active_ind: component.timer.active,
    timer_seconds: component.timer.seconds,
    required_seconds: component.timer.active && !final_ind ? component.timer.seconds : 0,
    data: sql.json(componentContent(component, course)),
  }))
}

const never = (): never => {
  throw new Error('nothing was added')
}

const bankRows = ({ course, questionBanks }: DemoCourse) =>
  questionBanks.map(({ course_question_bank_id, name }) => ({
    course_version_id: course.course_version_id,
    course_question_bank_id,
    name,
  }))

/** Narration is sold only where lessons have it, so lessons of the demo without a recording play the sample. */
const recorded = (sources: string[]) => (sources.length > 0 ? sources : ['media/narration-welcome.mp3'])

/** The stored contents of a component, without the editor's own fields and the questions. */
function componentContent({ component_id, type, data }: DemoComponent, { audio_ind }: DemoCourse['course']) {
  switch (type) {
    case 'Content':
      return {
        wysiwyg_id: data.wysiwyg_id,
        content: checkedDocument(component_id, data.content),
        audioAttachments: audio_ind === 1 ? recorded(data.audioAttachments) : data.audioAttachments,
        ...(data.sample_ind && { sample_ind: true }),
      }
    case 'Media': {
      const { media_id, components, external_url } = data
      return { media_id, components, external_url, content: checkedDocument(component_id, data.content) }
    }
    case 'Break':
      return { break_id: data.break_id, seconds: data.seconds, break_text: data.break_text }
    case 'Quiz': {
      const { quiz_id, description, totalQuestions, configuration, questionPools = [] } = data
      return { quiz_id, description, totalQuestions, configuration, questionPools }
    }
  }
}

function checkedDocument(component_id: number, content: unknown) {
  const verdict = validateDocument(content)
  if (verdict.ok) return verdict.document
  const [issue] = verdict.issues
  throw new Error(`component ${component_id}: ${issue?.path}: ${issue?.message}`)
}

const faqRows = ({ course, faqs }: DemoCourse) =>
  faqs.map(({ faq_id, title, body, post_completion_ind, index }) => ({
    faq_id,
    course_version_id: course.course_version_id,
    title,
    body,
    post_completion_ind: post_completion_ind === 1,
    position: index,
  }))

const shippingRows = ({ course, registration }: DemoCourse) =>
  registration.shippingMethods.map(({ course_shipping_method_id, value, enabled, price }) => ({
    course_shipping_method_id,
    course_version_id: course.course_version_id,
    lk_shipping_type_id: value,
    enabled,
    price_cents: toCents(price),
  }))
