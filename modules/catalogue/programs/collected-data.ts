import {
  isCitationQuestion,
  type Purpose,
  purposeOf,
  type TitledQuestion,
} from '#modules/catalogue/questions/purpose.shared.ts'
import type { Question } from '#modules/catalogue/questions/question.schema.ts'
import { questionType } from '#modules/catalogue/questions/question-types.shared.ts'
import type { CompletionConfiguration } from '#modules/catalogue/versions/options.schema.ts'
import type { StudentDatum } from './student-data.shared.ts'

/** The data that every account has before a course is bought. */
const accountData: readonly StudentDatum[] = ['name', 'address', 'phone', 'email']

/** Question types whose answers reach the report; a short answer with an ID number does not. */
const licenseQuestionTypes: readonly number[] = [questionType.drivers_license, questionType.license_number]

const datumByPurpose: Partial<Record<Purpose, StudentDatum>> = {
  'date-of-birth': 'date_of_birth',
  'client-id': 'client_id',
  'citation-date': 'citation_date',
  'citation-county': 'citation_county',
  court: 'court',
  'due-date': 'due_date',
  'eye-color': 'eye_color',
  'license-class': 'license_class',
  'license-state': 'license_state',
}

/** The student data that a registration question collects. */
export function dataOf(question: TitledQuestion): StudentDatum[] {
  const datum = datumByPurpose[purposeOf(question)]
  const { lk_question_type_id: type } = question
  return [
    ...(datum ? [datum] : []),
    ...(isCitationQuestion(question) ? (['citation_number'] as const) : []),
    ...(licenseQuestionTypes.includes(type) ? (['driver_license', 'driver_license_or_ssn'] as const) : []),
    ...(type === questionType.ssn ? (['driver_license_or_ssn'] as const) : []),
  ]
}

/**
 * The data that a course has about its student: from the account, the registration, and the confirmation at the end.
 */
export function collectedData(
  questions: readonly Question[],
  confirm: Partial<CompletionConfiguration['confirm']>,
): ReadonlySet<StudentDatum> {
  const registration = questions.filter(({ used_in }) => used_in === 'registration')
  const collected = new Set([...accountData, ...registration.flatMap(dataOf)])
  if (confirm.dob) collected.add('date_of_birth')
  if (confirm.gender) collected.add('gender')
  return collected
}
