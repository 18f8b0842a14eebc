import { questionType } from './question-types.shared.ts'

/** The subject of a registration question, if a rule or a report depends on it. */
export type Purpose =
  | 'date-of-birth'
  | 'permit-expiration'
  | 'citation-date'
  | 'due-date'
  | 'client-id'
  | 'document-number'
  | 'citation-number'
  | 'citation-county'
  | 'court'
  | 'eye-color'
  | 'license-class'
  | 'license-state'
  | 'other'

type Asked = { lk_question_type_id: number; configuration: { title: string } }

const birth = /\b(date of birth|birth ?date|birthday|fecha de nacimiento)\b/i
const permit = /\b(permit|permiso)\b/i
const expires = /\b(expir\w*|venc\w*|caduc\w*)\b/i
const clientId = /\b(client id|id de cliente|identificación de cliente)\b/i
const citation = /\b(citation|ticket|case|multa|infracción|caso|citación)\b/i
const due = /\b(due|deadline|court date|límite|vencimiento|fecha de la corte|fecha del tribunal)\b/i
const court = /\b(court|tribunal|corte|juzgado)\b/i
const eyes = /\b(eyes?|ojos)\b/i
const licenseClass = /\b(class|endorsement|clase|endoso)\b/i
/** A county that no question says is the student's own. */
const residence = /\b(live|reside|residence|home|vive|residencia|domicilio)\b/i
const idNumber = /\b(id number|identification number|número de identificación)\b/i

/**
 * The product has no field for what a question is about: the type decides where it can, else the words of the title.
 */
export function purposeOf({ lk_question_type_id, configuration: { title } }: Asked): Purpose {
  if (lk_question_type_id === questionType.drivers_license || lk_question_type_id === questionType.license_number)
    return 'document-number'
  if (lk_question_type_id === questionType.state) return 'license-state'
  if (lk_question_type_id === questionType.date) return dateOf(title)
  if (lk_question_type_id === questionType.county) return residence.test(title) ? 'other' : 'citation-county'
  if (lk_question_type_id === questionType.short_answer) return numberOf(title) ?? wordOf(title)
  return choices.includes(lk_question_type_id) ? wordOf(title) : 'other'
}

function dateOf(title: string): Purpose {
  if (birth.test(title)) return 'date-of-birth'
  if (permit.test(title) && expires.test(title)) return 'permit-expiration'
  if (due.test(title)) return 'due-date'
  return citation.test(title) ? 'citation-date' : 'other'
}

const choices: readonly number[] = [questionType.single_choice, questionType.dropdown]

function numberOf(title: string): Purpose | null {
  if (clientId.test(title)) return 'client-id'
  if (idNumber.test(title)) return 'document-number'
  return citation.test(title) ? 'citation-number' : null
}

function wordOf(title: string): Purpose {
  if (court.test(title)) return 'court'
  if (eyes.test(title)) return 'eye-color'
  return licenseClass.test(title) ? 'license-class' : 'other'
}

/** Whether a short question asks for a citation or case number, also as the number of a document. */
export const asksForCitation = ({ lk_question_type_id, configuration: { title } }: Asked): boolean =>
  lk_question_type_id === questionType.short_answer && citation.test(title)

/** Answers that are stored separately and shown only to their owner. */
export const isPersonal = (question: Asked): boolean =>
  question.lk_question_type_id === questionType.ssn || purposeOf(question) === 'document-number'
