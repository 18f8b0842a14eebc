import { questionType } from '#modules/catalogue/questions/question-types.shared.ts'

/** The subject of a registration question, if a specific rule depends on it. */
export type Purpose = 'date-of-birth' | 'permit-expiration' | 'client-id' | 'document-number' | 'other'

type Asked = { lk_question_type_id: number; configuration: { title: string } }

const birth = /\b(date of birth|birth ?date|birthday|fecha de nacimiento)\b/i
const permit = /\b(permit|permiso)\b/i
const expires = /\b(expir\w*|venc\w*|caduc\w*)\b/i
const clientId = /\b(client id|id de cliente|identificación de cliente)\b/i
const idNumber = /\b(id number|identification number|número de identificación)\b/i

/** No field says what a question is about: the type decides if it can, otherwise the words of the title. */
export function purposeOf({ lk_question_type_id, configuration: { title } }: Asked): Purpose {
  if (lk_question_type_id === questionType.drivers_license || lk_question_type_id === questionType.license_number)
    return 'document-number'
  if (lk_question_type_id === questionType.date) {
    if (birth.test(title)) return 'date-of-birth'
    return permit.test(title) && expires.test(title) ? 'permit-expiration' : 'other'
  }
  if (lk_question_type_id !== questionType.short_answer) return 'other'
  if (clientId.test(title)) return 'client-id'
  return idNumber.test(title) ? 'document-number' : 'other'
}

/** Answers that are stored separately and shown only to their owner. */
export const isPersonal = (question: Asked): boolean =>
  question.lk_question_type_id === questionType.ssn || purposeOf(question) === 'document-number'
