import { defaultZone } from '../../../../platform/zone.ts'
import { legible } from './fonts.ts'
import type { CertificateLanguage } from './model.ts'
import { openPdf } from './paint.ts'
import { longDate } from './words.ts'

type Fact = readonly [label: string, value: string | null | undefined]
type Letter = {
  title: string
  organization_name: string
  language: CertificateLanguage
  issued_at: string
  facts: Fact[]
  text: string
  closing: string
}

type Person = {
  organization_name: string
  student_name: string
  course_name: string
  language: CertificateLanguage
  /** The instant at which the letter is made, ISO 8601. */
  issued_at: string
  time_zone?: string
}

export type EnrollmentModel = Person & {
  enrolled_at: string
  status: string
  dob?: string | null
  check_code?: string | null
}
export type DisclaimerModel = Person & {
  /** The text as it was shown to the student, kept word for word; blank lines separate paragraphs. */
  disclaimer: string
  /** What the student typed to agree; '' where they ticked a box. */
  agreed_text: string
  agreed_at: string
  version_number: number
  /** SHA-256 of the text, in hex. */
  text_hash: string
  /** Whether it is the fingerprint of this text alone, or of all texts that were agreed to together. */
  text_alone: boolean
  ip_address?: string | null
  user_agent?: string | null
}

const WORDS = {
  'en-us': {
    enrollment: 'Verification of Enrollment',
    disclaimer: 'Proof of Disclaimer Agreement',
    student: 'Student',
    dob: 'Date of birth',
    course: 'Course',
    enrolled: 'Enrolled',
    status: 'Status',
    code: 'Reference',
    agreed: 'Agreed on',
    typed: 'Agreed by typing',
    how: 'Agreed by',
    version: 'Course version',
    ip: 'IP address',
    browser: 'Browser',
    ticked: 'Ticked the box “I have read the disclaimers and I agree to them.”',
    hash: 'Text fingerprint (SHA-256)',
    hashOfAll: 'Fingerprint of all texts in the order (SHA-256)',
    enrolledText:
      'The person named above is enrolled in the course named above. This letter confirms enrollment only. It is not a certificate of completion.',
    shown: 'We prepared this letter from our records on',
  },
  'es-es': {
    enrollment: 'Constancia de inscripción',
    disclaimer: 'Constancia de aceptación de condiciones',
    student: 'Estudiante',
    dob: 'Fecha de nacimiento',
    course: 'Curso',
    enrolled: 'Inscripción',
    status: 'Estado',
    code: 'Referencia',
    agreed: 'Aceptado el',
    typed: 'Aceptó al escribir',
    how: 'Forma de aceptación',
    version: 'Versión del curso',
    ip: 'Dirección IP',
    browser: 'Navegador',
    ticked: 'Marcó la casilla “He leído las condiciones y las acepto.”',
    hash: 'Huella del texto (SHA-256)',
    hashOfAll: 'Huella de todos los textos del pedido (SHA-256)',
    enrolledText:
      'La persona indicada arriba está inscrita en el curso indicado arriba. Esta carta confirma solo la inscripción. No es un certificado de finalización.',
    shown: 'Preparamos esta carta a partir de nuestros registros el',
  },
} as const

const LOCALES = { 'en-us': 'en-US', 'es-es': 'es-US' } as const
const MARGIN = 72
const ROOM = 612 - 2 * MARGIN

/** The minute counts as proof, so it is printed with its zone. */
function minute(instant: string, language: CertificateLanguage, timeZone: string = defaultZone): string {
  const parts = { dateStyle: 'long', timeStyle: 'long', timeZone } as const
  return new Intl.DateTimeFormat(LOCALES[language], parts).format(new Date(instant))
}

type Pdf = ReturnType<typeof openPdf>['document']

function writeHead(document: Pdf, letter: Letter): void {
  document
    .font('semibold')
    .fontSize(15)
    .fillColor('#0b5d3b')
    .text(legible(letter.organization_name), MARGIN, 64, { width: ROOM })
  document
    .fontSize(22)
    .fillColor('#1c2421')
    .text(letter.title, MARGIN, document.y + 26, { width: ROOM })
  document.moveDown(0.6)
}

function writeFacts(document: Pdf, facts: Fact[]): void {
  for (const [label, value] of facts) {
    if (!value) continue
    const y = document.y
    document
      .font('regular')
      .fontSize(10)
      .fillColor('#56615c')
      .text(label, MARGIN, y + 1, { width: 130 })
    document
      .font('semibold')
      .fontSize(11)
      .fillColor('#1c2421')
      .text(legible(value), MARGIN + 140, y, { width: ROOM - 140 })
    document.moveDown(0.45)
  }
}

function writeText(document: Pdf, text: string): void {
  document.moveDown(0.8)
  for (const part of text.split(/\n\s*\n|\n/)) {
    if (!part.trim()) continue
    document
      .font('regular')
      .fontSize(11)
      .fillColor('#1c2421')
      .text(legible(part), MARGIN, document.y, { width: ROOM, lineGap: 3 })
    document.moveDown(0.6)
  }
}

function writeLetter(letter: Letter): Promise<Uint8Array> {
  const { title, organization_name, language, issued_at } = letter
  const info = { title, author: organization_name, language: LOCALES[language], created: new Date(issued_at) }
  const { document, bytes } = openPdf(612, 792, info, MARGIN)
  writeHead(document, letter)
  writeFacts(document, letter.facts)
  writeText(document, letter.text)
  document.moveDown(1)
  document.fontSize(9).fillColor('#56615c').text(letter.closing, MARGIN, document.y, { width: ROOM })
  document.end()
  return bytes
}

function shared(
  model: Person,
  title: string,
): Pick<Letter, 'title' | 'organization_name' | 'language' | 'issued_at' | 'closing'> {
  const { organization_name, language, issued_at } = model
  const closing = `${WORDS[language].shown} ${minute(issued_at, language, model.time_zone)}.`
  return { title, organization_name, language, issued_at, closing }
}

/** 'Verification of Enrollment' as PDF, for a court or an insurer while the course still runs. */
export function verificationOfEnrollmentPdf(model: EnrollmentModel): Promise<Uint8Array> {
  const words = WORDS[model.language]
  const facts: Fact[] = [
    [words.student, model.student_name],
    [words.dob, model.dob && longDate(model.dob, model.language)],
    [words.course, model.course_name],
    [words.enrolled, longDate(model.enrolled_at, model.language, model.time_zone)],
    [words.status, model.status],
    [words.code, model.check_code],
  ]
  return writeLetter({ ...shared(model, words.enrollment), facts, text: words.enrolledText })
}

/** 'Proof of Disclaimer' as PDF: the text a student agreed to, what they typed, when and from where. */
export function proofOfDisclaimerPdf(model: DisclaimerModel): Promise<Uint8Array> {
  const words = WORDS[model.language]
  const facts: Fact[] = [
    [words.student, model.student_name],
    [words.course, model.course_name],
    [words.version, String(model.version_number)],
    [words.agreed, minute(model.agreed_at, model.language, model.time_zone)],
    model.agreed_text ? [words.typed, `“${model.agreed_text}”`] : [words.how, words.ticked],
    [words.ip, model.ip_address],
    [words.browser, model.user_agent],
    [model.text_alone ? words.hash : words.hashOfAll, model.text_hash],
  ]
  return writeLetter({ ...shared(model, words.disclaimer), facts, text: model.disclaimer })
}
