import { expect, test } from 'vitest'
import { purposeOf } from '#modules/catalogue/questions/purpose.shared.ts'
import type { Question } from '#modules/catalogue/questions/question.schema.ts'
import { collectedData } from './collected-data.ts'
import { listAskableData, questionsFor } from './program-questions.ts'
import { type StudentDatum, studentData } from './student-data.shared.ts'

const all = Object.keys(studentData) as StudentDatum[]
/** Data from the account, and from the confirmation at the end. */
const elsewhere: StudentDatum[] = ['name', 'address', 'phone', 'email', 'gender']

test.each(['en-us', 'es-es'] as const)(
  'each datum has its own questions, regardless of their titles (%s)',
  (locale) => {
    for (const datum of all.filter((name) => !elsewhere.includes(name))) {
      const questions = questionsFor([datum], new Set(), locale)
      const registration = questions.map(
        (question) => ({ ...question, used_in: 'registration' }) as unknown as Question,
      )
      expect(collectedData(registration, {}).has(datum), datum).toBe(true)
      const untitled = registration.map((question) => ({
        ...question,
        configuration: { ...question.configuration, title: 'Please answer' },
      }))
      expect(untitled.map(purposeOf)).toEqual(registration.map(purposeOf))
    }
  },
)

test('data is missing only if a question can collect it and none does', () => {
  expect(listAskableData(all, new Set(['court']))).toEqual(
    all.filter((name) => !elsewhere.includes(name) && name !== 'court'),
  )
})

test('a question for two fields is added once, and an existing one is omitted', () => {
  expect(questionsFor(['driver_license', 'license_state'], new Set(), 'en-us')).toHaveLength(2)
  expect(questionsFor(['driver_license'], new Set(['license_state']), 'en-us')).toHaveLength(1)
})
