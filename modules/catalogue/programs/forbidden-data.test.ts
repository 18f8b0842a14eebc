import { expect, test } from 'vitest'
import type { Question } from '#modules/catalogue/questions/question.schema.ts'
import { type QuestionTypeName, questionType } from '#modules/catalogue/questions/question-types.shared.ts'
import { listForbiddenData } from './forbidden-data.ts'

const asked = (title: string, type: QuestionTypeName = 'short_answer', changes: Partial<Question> = {}, hint = '') =>
  listForbiddenData(
    {
      lk_question_type_id: questionType[type],
      used_in: 'registration',
      configuration: { title, editor: { hint } },
      ...changes,
    } as Question,
    ['ssn', 'mothers_maiden_name'],
  )

test.each([
  'What is your SSN?',
  'S.S.N.',
  'Social Security number',
  'Your social-security no.',
  'Enter the last four of your social',
  'Last 4 digits of your Social?',
  '¿Cuál es su número de Seguro Social?',
  'NÚMERO DE SEGURIDAD SOCIAL',
  'Nu\u0301mero de segu\u00ADro social',
  'Su N.S.S.',
  '¿Cuáles son los últimos cuatro dígitos de su social?',
])('“%s” asks for the Social Security number', (title) => {
  expect(asked(title)).toEqual(['ssn'])
})

test.each([
  'What is the name of your insurance company?',
  'Which social network do you use?',
  'Describe your social life',
  '¿Es miembro de un club social?',
  'Which lessons on safety did you take?',
  'Mission statement',
  'What is your passport number?',
])('“%s” does not', (title) => {
  expect(asked(title)).toEqual([])
})

test.each(["Your mother's maiden name?", '¿Cuál es el apellido de soltera de su madre?'])(
  '“%s” asks for the maiden name',
  (title) => {
    expect(asked(title)).toEqual(['mothers_maiden_name'])
  },
)

test('hints, identity checks and uploads are checked as well', () => {
  expect(asked('Identification', 'short_answer', {}, 'Your SSN, nine digits')).toEqual(['ssn'])
  expect(asked('Upload your Social Security card', 'upload')).toEqual(['ssn'])
  expect(asked('Your SSN', 'short_answer', { used_in: 'security' })).toEqual(['ssn'])
})

test('a question type that collects a single datum decides, and exams may teach it', () => {
  expect(asked('Anything', 'ssn')).toEqual(['ssn'])
  expect(asked('Driver license number (not your SSN)', 'drivers_license')).toEqual([])
  expect(asked('When may a seller ask for your SSN?', 'short_answer', { used_in: 'quiz' })).toEqual([])
})
