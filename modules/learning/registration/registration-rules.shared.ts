import { type Purpose, purposeOf } from '#modules/catalogue/questions/purpose.shared.ts'
import { questionType } from '#modules/catalogue/questions/question-types.shared.ts'
import type { Answer, Answerable } from '#modules/learning/questions/answer.shared.ts'
import { type AnswerProblem, isEmptyAnswer } from '#modules/learning/questions/answer.shared.ts'
import { answerTexts } from '#modules/learning/questions/answer.texts.ts'
import { canonicalAnswer, checkAnswer } from '#modules/learning/questions/answer-rules.shared.ts'
import { licensePattern } from '#modules/learning/questions/license-pattern.shared.ts'
import { isoDate } from '#modules/learning/questions/text-answer.shared.ts'
import { stateCode } from '#platform/states.ts'
import { ruleTexts as t } from './registration.texts.ts'

/** A registration question, shown or complete, with the data for its rules. */
export type RuledQuestion = Answerable & {
  configuration: { title: string; asksFor?: Purpose | undefined; editor: { hint: string } }
}

/** The context that the rules need in addition to the answer. */
export type AnswerContext = {
  /** YYYY-MM-DD. */
  today: string
  /** Counties of the course's states. */
  countyIds: ReadonlySet<number>
  /** The student's documents for this question. */
  documentIds: ReadonlySet<number>
}

const problem = (text: AnswerProblem['text']): AnswerProblem => ({ text, params: {} })

/** The stored form of an answer: trimmed text, upper-case document numbers, numeric ids; null if empty. */
export function canonicalRegistrationAnswer(question: RuledQuestion, value: unknown): Answer {
  const trimmed = typeof value === 'string' ? value.trim() : value
  const answer = canonicalAnswer(question, trimmed)
  // An object instead of text counts as empty, and so do pairs without a match.
  if (isEmptyAnswer(answer)) return null
  if (typeof answer !== 'string') return answer
  const { lk_question_type_id } = question
  if (idTypes.includes(lk_question_type_id)) return /^\d{1,9}$/.test(answer) ? Number(answer) : answer
  return lk_question_type_id === questionType.drivers_license ? answer.toUpperCase() : answer
}

/** The types whose answer is an id: of a county, a state, or a document. */
const idTypes: readonly number[] = [questionType.county, questionType.state, questionType.upload]

/** The first rule that an answer breaks, or null. */
export function checkRegistrationAnswer(
  question: RuledQuestion,
  value: unknown,
  context: AnswerContext,
): AnswerProblem | null {
  const answer = canonicalRegistrationAnswer(question, value)
  if (answer === null) return question.configuration.required ? problem(answerTexts.required) : null
  switch (question.lk_question_type_id) {
    case questionType.county:
      return context.countyIds.has(answer as number) ? null : problem(answerTexts.invalid)
    case questionType.state:
      return stateCode(answer as number) === '' ? problem(answerTexts.invalid) : null
    case questionType.upload:
      return context.documentIds.has(answer as number) ? null : problem(answerTexts.invalid)
    case questionType.ssn:
      return checkAnswer(question, answer) ?? (/^\d{4}$/.test(String(answer)) ? null : problem(answerTexts.pattern))
    default:
      // Pairs are an object from the client, which may not even be convertible to text.
      return (
        (typeof answer === 'string' ? checkByPurpose(question, answer, context.today) : null) ??
        checkAnswer(question, answer)
      )
  }
}

/** The rules checked before the common ones, because their errors are clearer. */
function checkByPurpose(question: RuledQuestion, answer: string, today: string): AnswerProblem | null {
  switch (purposeOf(question)) {
    case 'date-of-birth':
      return checkBirth(question, answer, today)
    case 'citation-date':
      return (isoDate(answer) ?? '') > today ? problem(t.citationFuture) : null
    case 'permit-expiration':
      return (isoDate(answer) ?? '9999') > today ? null : problem(t.permit)
    case 'client-id':
      return /^\d{9}$/.test(answer) ? checkNumber(question, answer) : problem(t.clientId)
    case 'document-number':
      return checkNumber(question, answer)
    default:
      return null
  }
}

function checkBirth(
  { configuration: { validation } }: RuledQuestion,
  answer: string,
  today: string,
): AnswerProblem | null {
  const day = isoDate(answer)
  if (day === null) return problem(t.birth)
  if (day > today) return problem(t.birthFuture)
  const earliest = isoDate(validation.min) ?? '1900-01-01'
  return day < earliest || day > (isoDate(validation.max) ?? today) ? problem(t.birth) : null
}

const normalized = (text: string) => text.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')

function checkNumber({ configuration }: RuledQuestion, answer: string): AnswerProblem | null {
  const { title, editor, validation, settings } = configuration
  if (normalized(answer) === '123456789') return problem(t.idNumber)
  if (examplesIn(`${title} ${editor.hint}`).has(normalized(answer))) return problem(t.example)
  if (validation.regex !== '' || settings.minMax.enabled) return null
  if (answer.length < 5) return problem(t.minimum)
  return licensePattern.test(answer) ? null : problem(answerTexts.pattern)
}

/** Document numbers in a question's text: at least five letters and digits, with at least one digit. */
const examplesIn = (text: string): ReadonlySet<string> =>
  new Set(
    text
      .split(/[\s,;:()"'“”.]+/)
      .map(normalized)
      .filter((word) => word.length >= 5 && /\d/.test(word)),
  )
