import type { Question } from '#modules/catalogue/questions/question.schema.ts'
import { questionType } from '#modules/catalogue/questions/question-types.shared.ts'
import { decomposed } from '#platform/composed.shared.ts'

export type ForbiddenDatum = 'ssn' | 'mothers_maiden_name'

/**
 * The words by which authors ask for each datum, in both languages; texts are compared without accents. A question
 * that only mentions a datum is reported as well, as its answer may contain it: its author can reword it.
 */
const patterns: Readonly<Record<ForbiddenDatum, RegExp>> = {
  ssn: new RegExp(
    [
      String.raw`\bs\W{0,2}s\W{0,2}n(?:umber)?s?\b`,
      String.raw`\bn\W{0,2}s\W{0,2}s\b`,
      String.raw`\bsocial\W{0,3}sec(?:urity)?\b`,
      String.raw`\bsoc\W{0,3}sec\b`,
      String.raw`\bsegur(?:o|idad)\W{0,3}social\b`,
      String.raw`\b(?:your|full|last (?:four|4)(?: digits)?(?: of)?(?: your)?) social\s*(?:number|#|[?:.]|$)`,
      String.raw`\b(?:numero (?:de|del) |su |el )social\s*(?:[?:.]|$)`,
    ].join('|'),
    'i',
  ),
  mothers_maiden_name: /\b(maiden (?:name|surname)|(?:apellido|nombre) de solter[ao])\b/i,
}

/** The question types with a fixed kind of answer, whatever the text beside it says. */
const fixedAnswerTypes: readonly number[] = [
  questionType.drivers_license,
  questionType.license_number,
  questionType.state,
  questionType.county,
  questionType.course_reason,
  questionType.date,
]

const detectors: Readonly<Record<ForbiddenDatum, (question: Question) => boolean>> = {
  ssn: (question) => question.lk_question_type_id === questionType.ssn || matchesText(question, patterns.ssn),
  mothers_maiden_name: (question) => matchesText(question, patterns.mothers_maiden_name),
}

/** Exams and lessons may teach about a datum; registration and identity checks collect it. */
function matchesText({ used_in, lk_question_type_id, configuration }: Question, pattern: RegExp): boolean {
  if (
    used_in === 'quiz' ||
    used_in === 'bank' ||
    used_in === 'content' ||
    fixedAnswerTypes.includes(lk_question_type_id)
  )
    return false
  const { title, editor } = configuration
  return [title, editor?.hint ?? ''].some((text) => pattern.test(withoutAccents(text)))
}

const withoutAccents = (text: string): string => decomposed(text).replaceAll(/[\p{M}\p{Cf}]/gu, '')

/** The data that a program forbids and a question collects. */
export const listForbiddenData = (question: Question, forbidden: readonly ForbiddenDatum[]): ForbiddenDatum[] =>
  forbidden.filter((datum) => detectors[datum](question))
