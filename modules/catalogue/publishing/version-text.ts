import { selectVersionRow } from '#modules/catalogue/authoring/course.sql.ts'
import { listFaqs } from '#modules/catalogue/faqs/faq.sql.ts'
import { lk_component_type } from '#modules/catalogue/lookups.shared.ts'
import { cardsOf, hostedVideosOf, sourcesOf } from '#modules/catalogue/media/resolve-media.ts'
import { selectOutline } from '#modules/catalogue/outline/outline.sql.ts'
import type { Question } from '#modules/catalogue/questions/question.schema.ts'
import { listQuestions } from '#modules/catalogue/questions/question.sql.ts'
import { documentText } from '#modules/catalogue/rich-text/index.ts'
import type { Component } from '#modules/catalogue/versions/component.schema.ts'
import { listComponents } from '#modules/catalogue/versions/version.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { localize, localText } from '#platform/texts.ts'
import { versionTexts as words } from './versions.texts.ts'

/** A version as titled lines of text for comparison, from the overview to the last question. */
export async function versionText(ctx: Ctx, course_version_id: number): Promise<Map<string, string[]>> {
  const { locale } = ctx
  const [row, outline, components, questions, before, after] = await Promise.all([
    selectVersionRow(ctx, course_version_id),
    selectOutline(ctx, course_version_id),
    listComponents(ctx, course_version_id),
    listQuestions(ctx, course_version_id),
    listFaqs(ctx, course_version_id, { post_completion_ind: false }),
    listFaqs(ctx, course_version_id, { post_completion_ind: true }),
  ])
  const text = new Map<string, string[]>()
  const add = (title: string, lines: readonly string[]) => text.set(title, [...(text.get(title) ?? []), ...lines])
  add(localText(locale, words, 'overview'), [
    row.name,
    ...linesOf(row.excerpt),
    ...linesOf(row.description),
    ...linesOf(row.completion_description),
  ])
  add(
    localText(locale, words, 'settings'),
    settingLines({
      image: row.image,
      image_alt: row.image_alt,
      lk_language_id: row.lk_language_id,
      ...(row.program_id !== null && { program_id: row.program_id }),
      price: row.list_price_cents / 100,
      lk_course_state_ids: row.lk_course_state_ids,
      certificate_template_id: row.certificate_template_id,
      allowed_certificate_templates: row.allowed_certificate_templates,
      proctored_ind: row.proctored_ind,
      sts_ind: row.sts_ind,
      completion_configuration: row.completion_configuration,
      course_security_options: row.course_security_options,
      course_registration_options: row.course_registration_options,
      supportConfiguration: row.support_configuration,
    }),
  )
  add(
    localText(locale, words, 'outline'),
    outline.flatMap((chapter, n) => [
      `${n + 1}. ${chapter.name}`,
      ...chapter.sections.flatMap((section, m) => [
        `  ${n + 1}.${m + 1} ${section.name}`,
        ...section.components.map(
          ({ name, lk_component_type_id, timer }) =>
            `    ${localize(locale, lk_component_type[lk_component_type_id as 1])}: ${name}${timer.active ? ` (${timer.seconds} s)` : ''}`,
        ),
      ]),
    ]),
  )
  for (const component of components) add(component.name, componentLines(ctx, component, questions))
  add(localText(locale, words, 'registration'), [
    ...linesOf(row.disclaimer),
    ...questions
      .filter(({ used_in }) => used_in === 'registration')
      .flatMap((question) => questionLines(ctx, question)),
  ])
  add(
    localText(locale, words, 'security'),
    questions
      .filter(({ used_in }) => used_in === 'security' || used_in === 'content')
      .flatMap((question) => questionLines(ctx, question)),
  )
  add(
    localText(locale, words, 'faqs'),
    [...before, ...after].flatMap(({ title, body }) => [title, ...linesOf(body)]),
  )
  const banks = await ctx.sql<{ course_question_bank_id: number; name: string }>`
    select course_question_bank_id, name from catalogue.course_question_bank
    where course_version_id = ${course_version_id} order by 1`
  for (const { course_question_bank_id, name } of banks) {
    const inBank = questions.filter((question) => question.course_question_bank_id === course_question_bank_id)
    add(
      localText(locale, words, 'bank', { name }),
      inBank.flatMap((question) => questionLines(ctx, question)),
    )
  }
  return text
}

const linesOf = (text: string): string[] => text.split('\n').filter((line) => line.trim() !== '')

function componentLines(ctx: Ctx, component: Component, questions: readonly Question[]): string[] {
  switch (component.type) {
    case 'Break':
      return [`${component.data.seconds} s`, ...linesOf(component.data.break_text)]
    case 'Quiz': {
      const { quiz_id, description, configuration, questionPools } = component.data
      const quizQuestions = questions.filter((question) => question.used_in === 'quiz' && question.quiz_id === quiz_id)
      return [
        ...linesOf(description),
        ...settingLines({ configuration }),
        ...questionPools.map((pool) => JSON.stringify(pool)),
        ...quizQuestions.flatMap((question) => questionLines(ctx, question)),
      ]
    }
    default: {
      const hosted = hostedVideosOf(component).map(({ address }) => address)
      const files = [...sourcesOf(component), ...hosted]
      return [
        ...linesOf(documentText(component.data.content)),
        ...(files.length > 0 ? [localText(ctx.locale, words, 'files', { files: files.join(', ') })] : []),
        ...cardsOf(component).flatMap((card) => cardLines(ctx, card)),
      ]
    }
  }
}

/** The texts that describe a file of a lesson. */
function cardLines({ locale }: Ctx, { title, alt, transcript }: ReturnType<typeof cardsOf>[number]): string[] {
  const labeled = (key: 'alt' | 'transcript', value: unknown) =>
    typeof value === 'string' ? linesOf(value).map((text) => localText(locale, words, key, { text })) : []
  return [
    ...(typeof title === 'string' ? linesOf(title) : []),
    ...labeled('alt', alt),
    ...labeled('transcript', transcript),
  ]
}

const questionLines = ({ locale }: Ctx, { configuration: { title, picture, options, why } }: Question): string[] => [
  title,
  ...settingLines(picture ? { picture } : {}),
  ...options.flatMap(({ id: _id, text, correct, match, order: _order, conditional: _conditional, ...rest }) => [
    `  - ${text}${match ? ` = ${match}` : ''}${correct ? ` (${localText(locale, words, 'correct')})` : ''}`,
    ...settingLines(rest),
  ]),
  ...(why ? [`  ${localText(locale, words, 'why', { why })}`] : []),
]

/** Settings as `name.inner: value`, so that a changed one is one line. */
function settingLines(settings: object, path = ''): string[] {
  return Object.entries(settings).flatMap(([name, value]) =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? settingLines(value, `${path}${name}.`)
      : [`${path}${name}: ${JSON.stringify(value)}`],
  )
}
