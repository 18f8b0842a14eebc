import { type QuestionTypeName, questionType } from './question-types.shared.ts'

/**
 * The subjects of registration questions that a rule or a report depends on, with the question types allowed for each.
 * License numbers, and their state, have their own types.
 */
const subjects = {
  'date-of-birth': ['date'],
  'permit-expiration': ['date'],
  'citation-date': ['date'],
  'due-date': ['date'],
  'client-id': ['short_answer'],
  'document-number': ['short_answer'],
  'citation-number': ['short_answer'],
  'citation-county': ['county'],
  court: ['short_answer', 'single_choice', 'dropdown'],
  'eye-color': ['short_answer', 'single_choice', 'dropdown'],
  'license-class': ['short_answer', 'single_choice', 'dropdown'],
  'license-state': [],
} as const satisfies Readonly<Record<string, readonly QuestionTypeName[]>>

/** The subject of a registration question; `other` if neither a rule nor a report depends on it. */
export type Purpose = keyof typeof subjects | 'other'
export const purposes = [...(Object.keys(subjects) as (keyof typeof subjects)[]), 'other'] as const

/** The subjects that an author may choose for a question of this type; only `other` if the type determines it. */
export const purposesOf = (lk_question_type_id: number): Purpose[] =>
  purposes.filter(
    (purpose) =>
      purpose === 'other' ||
      (subjects[purpose] as readonly QuestionTypeName[]).some((name) => questionType[name] === lk_question_type_id),
  )

export type TitledQuestion = {
  lk_question_type_id: number
  configuration: { title: string; asksFor?: Purpose | undefined }
}

const birthWords = /\b(date of birth|birth ?date|birthday|fecha de nacimiento)\b/i
const permitWords = /\b(permit|permiso)\b/i
const expirationWords = /\b(expir\w*|venc\w*|caduc\w*)\b/i
const clientIdWords = /\b(client id|id de cliente|identificación de cliente)\b/i
const citationWords = /\b(citation|ticket|case|multa|infracción|caso|citación)\b/i
const deadlineWords = /\b(due|deadline|court date|límite|vencimiento|fecha de la corte|fecha del tribunal)\b/i
const courtWords = /\b(court|tribunal|corte|juzgado)\b/i
const eyeWords = /\b(eyes?|ojos)\b/i
const licenseClassWords = /\b(class|endorsement|clase|endoso)\b/i
/** Words that mark a county or state as the student's residence. */
const residenceWords = /\b(live|reside|residence|home|vive|residencia|domicilio)\b/i
const idNumberWords = /\b(id number|identification number|número de identificación)\b/i

/** The subject of a question: as set by its author, or by its type, otherwise by the words of its title. */
export function purposeOf(question: TitledQuestion): Purpose {
  const { lk_question_type_id, configuration } = question
  const { asksFor } = configuration
  return asksFor && purposesOf(lk_question_type_id).includes(asksFor) ? asksFor : usualPurpose(question)
}

/** The subject of a question whose author set none. */
export function usualPurpose({ lk_question_type_id, configuration: { title } }: TitledQuestion): Purpose {
  if (isLicenseNumber({ lk_question_type_id, configuration: { title } })) return 'document-number'
  if (lk_question_type_id === questionType.state) return residenceWords.test(title) ? 'other' : 'license-state'
  if (lk_question_type_id === questionType.date) return datePurpose(title)
  if (lk_question_type_id === questionType.county) return residenceWords.test(title) ? 'other' : 'citation-county'
  if (lk_question_type_id === questionType.short_answer) return numberPurpose(title) ?? choicePurpose(title)
  return choices.includes(lk_question_type_id) ? choicePurpose(title) : 'other'
}

function datePurpose(title: string): Purpose {
  if (birthWords.test(title)) return 'date-of-birth'
  if (permitWords.test(title) && expirationWords.test(title)) return 'permit-expiration'
  if (deadlineWords.test(title)) return 'due-date'
  return citationWords.test(title) ? 'citation-date' : 'other'
}

const choices: readonly number[] = [questionType.single_choice, questionType.dropdown]

function numberPurpose(title: string): Purpose | null {
  if (clientIdWords.test(title)) return 'client-id'
  if (idNumberWords.test(title)) return 'document-number'
  return citationWords.test(title) ? 'citation-number' : null
}

function choicePurpose(title: string): Purpose {
  if (courtWords.test(title)) return 'court'
  if (eyeWords.test(title)) return 'eye-color'
  return licenseClassWords.test(title) ? 'license-class' : 'other'
}

/** Whether a short question asks for a citation or case number, including as the number of a document. */
export function isCitationQuestion(question: TitledQuestion): boolean {
  const { lk_question_type_id, configuration } = question
  if (lk_question_type_id !== questionType.short_answer) return false
  return configuration.asksFor ? configuration.asksFor === 'citation-number' : citationWords.test(configuration.title)
}

/** Whether the answer is a driver license number. */
export const isLicenseNumber = ({ lk_question_type_id }: TitledQuestion): boolean =>
  lk_question_type_id === questionType.drivers_license || lk_question_type_id === questionType.license_number

/** Answers that are stored separately and shown only to their owner. */
export const isPersonal = (question: TitledQuestion): boolean =>
  question.lk_question_type_id === questionType.ssn || purposeOf(question) === 'document-number'
