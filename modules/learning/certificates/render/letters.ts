import { dateFormat } from '#platform/locale-format.ts'
import { paperLocale } from '#platform/paper/fonts.ts'
import {
  type LetterDocument,
  openLetter,
  writeFact,
  writeSender,
  writeSmall,
  writeText,
  writeTitle,
} from '#platform/paper/letter.ts'
import { type Locale, localText, texts, textsIn } from '#platform/texts.ts'
import { defaultZone } from '#platform/zone.ts'
import { longDate } from './words.ts'

type Fact = readonly [label: string, value: string | null | undefined]
type Letter = {
  title: string
  organization_name: string
  brand_color?: string | null | undefined
  language: Locale
  issued_at: string
  facts: Fact[]
  text: string
  closing: string
}

type LetterModel = {
  organization_name: string
  /** The organization's brand color, if it has one. */
  brand_color?: string | null
  student_name: string
  course_name: string
  language: Locale
  /** The time of issue, ISO 8601. */
  issued_at: string
  time_zone?: string
}

export type EnrollmentModel = LetterModel & {
  enrolled_at: string
  status: string
  dob?: string | null
  check_code?: string | null
}
export type DisclaimerModel = LetterModel & {
  /** The exact text that the student saw; blank lines separate paragraphs. */
  disclaimer: string
  /** The text that the student typed to agree; '' for a checkbox. */
  agreed_text: string
  agreed_at: string
  version_number: number
  /** SHA-256 of the text, in hex. */
  text_hash: string
  /** Whether the hash covers this text alone or all texts accepted together. */
  text_alone: boolean
  ip_address?: string | null
  user_agent?: string | null
}

const letterTexts = texts({
  enrollment: ['Verification of Enrollment', 'Constancia de inscripción'],
  disclaimer: ['Proof of Disclaimer Agreement', 'Constancia de aceptación de condiciones'],
  student: ['Student', 'Estudiante'],
  dob: ['Date of birth', 'Fecha de nacimiento'],
  course: ['Course', 'Curso'],
  enrolled: ['Enrolled', 'Inscripción'],
  status: ['Status', 'Estado'],
  code: ['Reference', 'Referencia'],
  agreed: ['Agreed on', 'Aceptado el'],
  typed: ['Agreed by typing', 'Aceptó al escribir'],
  how: ['Agreed by', 'Forma de aceptación'],
  version: ['Course version', 'Versión del curso'],
  ip: ['IP address', 'Dirección IP'],
  browser: ['Browser', 'Navegador'],
  ticked: [
    'Ticked the box “I have read the disclaimers and I agree to them.”',
    'Marcó la casilla “He leído las condiciones y las acepto.”',
  ],
  hash: ['Text fingerprint (SHA-256)', 'Huella del texto (SHA-256)'],
  hashOfAll: ['Fingerprint of all texts in the order (SHA-256)', 'Huella de todos los textos del pedido (SHA-256)'],
  enrolledText: [
    'The person named above is enrolled in the course named above. This letter confirms enrollment only. It is not a certificate of completion.',
    'La persona indicada arriba está inscrita en el curso indicado arriba. Esta carta confirma solo la inscripción. No es un certificado de finalización.',
  ],
  shown: [
    'We prepared this letter from our records on {when}.',
    'Preparamos esta carta a partir de nuestros registros el {when}.',
  ],
})

/** The language of a letter for its reader. */
export const letterLocale = (locale: Locale): Locale => paperLocale(locale, letterTexts)

const translatorFor = (locale: Locale) => textsIn(locale, letterTexts)

/** The position of the first line. */
const top = 64

/** Includes the time zone, because the exact time is evidence. */
function formatMinute(instant: string, language: Locale, timeZone: string = defaultZone): string {
  const parts = { dateStyle: 'long', timeStyle: 'long', timeZone } as const
  return dateFormat(language, parts).format(new Date(instant))
}

function writeParagraphs(document: LetterDocument, text: string): void {
  for (const paragraph of text.split(/\n\s*\n|\n/)) {
    if (!paragraph.trim()) continue
    writeText(document, paragraph, { size: 11, lineGap: 3 })
    document.moveDown(0.6)
  }
}

function writeLetter(letter: Letter): Promise<Uint8Array> {
  const { title, organization_name, language: locale, issued_at } = letter
  const { document, bytes } = openLetter({ title, organization_name, locale, created: new Date(issued_at) })
  document.y = top
  writeSender(document, organization_name, letter.brand_color)
  document.y += 26
  writeTitle(document, title)
  document.moveDown(0.6)
  for (const [label, value] of letter.facts) if (value) writeFact(document, label, value, 0.45)
  document.moveDown(0.8)
  writeParagraphs(document, letter.text)
  document.moveDown(1)
  writeSmall(document, letter.closing)
  document.end()
  return bytes
}

function commonParts(
  model: LetterModel,
  title: string,
): Pick<Letter, 'title' | 'organization_name' | 'brand_color' | 'language' | 'issued_at' | 'closing'> {
  const { organization_name, brand_color, language, issued_at } = model
  const closing = localText(language, letterTexts, 'shown', {
    when: formatMinute(issued_at, language, model.time_zone),
  })
  return { title, organization_name, brand_color, language, issued_at, closing }
}

/** 'Verification of Enrollment' as PDF, for a court or an insurer while the course still runs. */
export function verificationOfEnrollmentPdf(model: EnrollmentModel): Promise<Uint8Array> {
  const t = translatorFor(model.language)
  const facts: Fact[] = [
    [t('student'), model.student_name],
    [t('dob'), model.dob && longDate(model.dob, model.language)],
    [t('course'), model.course_name],
    [t('enrolled'), longDate(model.enrolled_at, model.language, model.time_zone)],
    [t('status'), model.status],
    [t('code'), model.check_code],
  ]
  return writeLetter({ ...commonParts(model, t('enrollment')), facts, text: t('enrolledText') })
}

/** 'Proof of Disclaimer' as PDF: the text that a student accepted, what they typed, when and from where. */
export function proofOfDisclaimerPdf(model: DisclaimerModel): Promise<Uint8Array> {
  const t = translatorFor(model.language)
  const facts: Fact[] = [
    [t('student'), model.student_name],
    [t('course'), model.course_name],
    [t('version'), String(model.version_number)],
    [t('agreed'), formatMinute(model.agreed_at, model.language, model.time_zone)],
    model.agreed_text ? [t('typed'), `“${model.agreed_text}”`] : [t('how'), t('ticked')],
    [t('ip'), model.ip_address],
    [t('browser'), model.user_agent],
    [t(model.text_alone ? 'hash' : 'hashOfAll'), model.text_hash],
  ]
  return writeLetter({ ...commonParts(model, t('disclaimer')), facts, text: model.disclaimer })
}
