import type { VersionRow } from '#modules/catalogue/authoring/course.sql.ts'
import { audioDefaults, overlay } from '#modules/catalogue/authoring/options-input.schema.ts'
import { listFaqs } from '#modules/catalogue/faqs/faq.sql.ts'
import type { Medium } from '#modules/catalogue/media/resolve-media.ts'
import { cardsOf, sourcesOf } from '#modules/catalogue/media/resolve-media.ts'
import type { Question } from '#modules/catalogue/questions/question.schema.ts'
import { documentText } from '#modules/catalogue/rich-text/index.ts'
import type { Component } from '#modules/catalogue/versions/component.schema.ts'
import {
  type CompletionConfiguration,
  type RegistrationOptions,
  registrationDefaults,
  type SecurityOptions,
  securityDefaults,
} from '#modules/catalogue/versions/options.schema.ts'
import type { Ctx } from '#platform/ctx.ts'
import { localize, type Text, texts } from '#platform/texts.ts'
import type { AddProblem, Place } from './problem.ts'
import { type CourseLanguage, courseLanguageOf, writtenLanguage } from './written-language.ts'

const t = texts({
  english: ['English', 'inglés'],
  spanish: ['Spanish', 'español'],
  overview: ['The overview', 'La descripción general'],
  excerpt: ['The short description', 'La descripción breve'],
  achievements: ['The text after completion', 'El texto al terminar'],
  registration: ['Registration', 'El registro'],
  security: ['Security', 'La configuración de seguridad'],
  faq: ['The FAQ', 'La sección de preguntas frecuentes'],
  bank: ['Question bank “{name}”', 'El banco de preguntas “{name}”'],
  quoted: ['“{name}”', '“{name}”'],
  otherLanguage: [
    '{place} has text in {found}, but this course is in {language}: “{text}”',
    '{place} tiene texto en {found} y este curso está en {language}: “{text}”',
  ],
  captionsLanguage: [
    'A video in “{name}” has no captions in {language}.',
    'Un video de “{name}” no tiene subtítulos en {language}.',
  ],
  narrationLanguage: [
    'The narration language is {audio}, but this course is in {language}.',
    'La narración está en el idioma {audio} y este curso está en {language}.',
  ],
})

const languageName: Readonly<Record<CourseLanguage, Text>> = { en: t.english, es: t.spanish }

type Passages = { place: Place; label: Text; name?: string; lines: readonly string[] }

/**
 * Warns about text that is not in the course's language. A course has one language, and a translated course is a copy,
 * so anything forgotten in the copy is still in the original language.
 */
export async function checkLanguage(
  ctx: Ctx,
  version: { course_version_id: number; row: VersionRow; media: ReadonlyMap<string, Medium> },
  components: readonly Component[],
  questions: readonly Question[],
  add: AddProblem,
): Promise<void> {
  const { row, media, course_version_id } = version
  const courseLanguage = courseLanguageOf(row.lk_language_id)
  const language = localize(ctx.locale, languageName[courseLanguage])
  const passages = [
    ...settingPassages(row, questions),
    ...componentPassages(components, questions),
    ...(await listPassages(ctx, course_version_id, questions)),
  ]
  for (const { place, label, name, lines } of passages) {
    const other = lines.find((line) => (writtenLanguage(line) ?? courseLanguage) !== courseLanguage)
    if (other === undefined) continue
    const foundName = localize(ctx.locale, languageName[courseLanguage === 'en' ? 'es' : 'en'])
    const placeName = localize(ctx.locale, label, name === undefined ? {} : { name })
    add('warning', t.otherLanguage, place, { place: placeName, found: foundName, language, text: shortened(other) })
  }
  for (const component of components) {
    const { component_id, name } = component
    const captions = sourcesOf(component).flatMap((source) => {
      const medium = media.get(source)
      return medium?.content_type.startsWith('video/') && medium.captions?.length ? [medium.captions] : []
    })
    if (captions.some((tracks) => tracks.every(({ srclang }) => srclang !== courseLanguage)))
      add('warning', t.captionsLanguage, { tab: 'outline', component_id }, { name, language })
  }
  const { language: audio } = overlay(audioDefaults, row.audio) as { language: string }
  if (row.audio_ind && !audio.toLowerCase().startsWith(courseLanguage))
    add('warning', t.narrationLanguage, { tab: 'overview' }, { audio, language })
}

const shortened = (text: string) => {
  const words = text.trim().replaceAll(/\s+/g, ' ')
  return words.length > 80 ? `${words.slice(0, 79).trimEnd()}…` : words
}

const linesOf = (...passages: readonly (string | undefined | false)[]): string[] =>
  passages.flatMap((text) => (text ? text.split('\n') : []))

const questionLines = (questions: readonly Question[]): string[] =>
  questions.map(({ configuration: { title, picture, options, editor, why } }) =>
    [
      title,
      ...(picture ? [picture.alt] : []),
      ...options.map(({ text }) => text),
      editor.show_hint ? editor.hint : '',
      why ?? '',
    ].join(' '),
  )

/** The texts of the settings that students see. */
function settingPassages(row: VersionRow, questions: readonly Question[]): Passages[] {
  const { confirm, customCompletionDescriptions: custom } =
    row.completion_configuration as Partial<CompletionConfiguration>
  const { enabled: byResult, ...results } = custom ?? { enabled: false }
  const registration = overlay(registrationDefaults, row.course_registration_options) as RegistrationOptions
  const { methods, globalSettings } = overlay(securityDefaults, row.course_security_options) as SecurityOptions
  const linesOfUse = (used_in: Question['used_in']) =>
    questionLines(questions.filter((question) => question.used_in === used_in))
  return [
    {
      place: { tab: 'overview' },
      label: t.overview,
      lines: linesOf(row.name, row.description, confirm?.text),
    },
    { place: { tab: 'marketing' }, label: t.excerpt, lines: linesOf(row.excerpt) },
    {
      place: { tab: 'achievements' },
      label: t.achievements,
      lines: linesOf(row.completion_description, ...(byResult ? Object.values(results) : [])),
    },
    {
      place: { tab: 'registration' },
      label: t.registration,
      lines: [
        ...linesOf(row.disclaimer, registration.showText && registration.textToShow),
        ...(registration.reinstatementEnabled ? linesOf(...Object.values(registration.reinstatementActionText)) : []),
        ...linesOfUse('registration'),
      ],
    },
    {
      place: { tab: 'security' },
      label: t.security,
      lines: [
        ...linesOf(
          globalSettings.setupCompleteTextEnabled && globalSettings.setupCompleteText,
          methods.keystroke.enabled && methods.keystroke.content,
        ),
        ...(methods.security_questions.enabled ? linesOfUse('security') : []),
        ...(methods.content_questions.enabled ? linesOfUse('content') : []),
      ],
    },
  ]
}

function componentPassages(components: readonly Component[], questions: readonly Question[]): Passages[] {
  return components.map((component) => {
    const { component_id, name, final_ind } = component
    const place: Place = { tab: final_ind ? 'finalexam' : 'outline', component_id }
    return { place, label: t.quoted, name, lines: [name, ...contentLines(component, questions)] }
  })
}

function contentLines(component: Component, questions: readonly Question[]): string[] {
  switch (component.type) {
    case 'Break':
      return linesOf(component.data.break_text)
    case 'Quiz': {
      const { description, quiz_id } = component.data
      const quizQuestions = questions.filter((question) => question.used_in === 'quiz' && question.quiz_id === quiz_id)
      return [...linesOf(description), ...questionLines(quizQuestions)]
    }
    default:
      return [
        ...linesOf(documentText(component.data.content)),
        ...cardsOf(component).flatMap(({ title, alt, transcript }) =>
          linesOf(...[title, alt, transcript].filter((text) => typeof text === 'string')),
        ),
      ]
  }
}

/** FAQs and question banks. */
async function listPassages(
  ctx: Pick<Ctx, 'sql'>,
  course_version_id: number,
  questions: readonly Question[],
): Promise<Passages[]> {
  const [before, after, banks] = await Promise.all([
    listFaqs(ctx, course_version_id, { post_completion_ind: false }),
    listFaqs(ctx, course_version_id, { post_completion_ind: true }),
    ctx.sql<{ course_question_bank_id: number; name: string }>`
      select course_question_bank_id, name from catalogue.course_question_bank
      where course_version_id = ${course_version_id} order by 1`,
  ])
  const faqLines = [...before, ...after].flatMap(({ title, body }) => linesOf(title, body))
  return [
    { place: { tab: 'faq' }, label: t.faq, lines: faqLines },
    ...banks.map(({ course_question_bank_id, name }) => ({
      place: { tab: 'questionBanks' as const },
      label: t.bank,
      name,
      lines: questionLines(
        questions.filter((question) => question.course_question_bank_id === course_question_bank_id),
      ),
    })),
  ]
}
