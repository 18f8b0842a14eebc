import { expect, test } from 'vitest'
import type { Question } from '#modules/catalogue/questions/question.schema.ts'
import { questionType } from '#modules/catalogue/questions/question-types.shared.ts'
import { collectedData } from './collected-data.ts'

type QuestionCase = [lk_question_type_id: number, title: string]
const dataOf = (...questions: QuestionCase[]) =>
  collectedData(
    questions.map(([lk_question_type_id, title]) => ({
      ...({ used_in: 'registration' } as Question),
      lk_question_type_id,
      configuration: { ...({} as Question['configuration']), title },
    })),
    {},
  )
const account = ['name', 'address', 'phone', 'email']

test.each<[string[], QuestionCase]>([
  [
    ['driver_license', 'driver_license_or_ssn'],
    [questionType.drivers_license, 'Your license'],
  ],
  [
    ['driver_license', 'driver_license_or_ssn'],
    [questionType.license_number, 'Número'],
  ],
  [['driver_license_or_ssn'], [questionType.ssn, 'Last four digits']],
  [['client_id'], [questionType.short_answer, 'Client ID']],
  [['citation_number'], [questionType.short_answer, 'Citation number']],
  [['citation_number'], [questionType.short_answer, 'Case ID number']],
  [['citation_number'], [questionType.short_answer, 'Número de multa']],
  [['citation_county'], [questionType.county, 'County of the citation']],
  [['citation_date'], [questionType.date, 'Date of the citation']],
  [['date_of_birth'], [questionType.date, 'Date of birth']],
  [['due_date'], [questionType.date, 'Due date of the notice']],
  [['court'], [questionType.dropdown, 'Which court?']],
  [['eye_color'], [questionType.single_choice, 'Color de ojos']],
  [['license_class'], [questionType.dropdown, 'Class or endorsement']],
  [[], [questionType.short_answer, 'ID number']],
  [[], [questionType.county, 'County where you live']],
  [[], [questionType.long_answer, 'Tell us about the citation']],
])('%j is collected by %j', (data, question) => {
  expect([...dataOf(question)].toSorted()).toEqual([...account, ...data].toSorted())
})

test('counts data confirmed at the end of the course, but not questions outside the registration', () => {
  expect([...collectedData([], { dob: true, gender: true })]).toEqual([...account, 'date_of_birth', 'gender'])
  const exam = { used_in: 'quiz', lk_question_type_id: questionType.drivers_license } as Question
  expect([...collectedData([exam], {})]).toEqual(account)
})
