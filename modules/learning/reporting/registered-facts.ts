import { listQuestions, type Question } from '#modules/catalogue/index.ts'
import { isCitationQuestion, type Purpose, purposeOf } from '#modules/catalogue/questions/purpose.shared.ts'
import { questionType } from '#modules/catalogue/questions/question-types.shared.ts'
import { type AnswerRow, listAnswers } from '#modules/learning/questions/registration-answer.sql.ts'
import { isoDate } from '#modules/learning/questions/text-answer.shared.ts'
import { auditOpened } from '#modules/learning/sealed.ts'
import type { StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import { counties } from '#modules/settings/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { stateCode } from '#platform/states.ts'

/** A student's registration answers in the form that agencies need; null if the course didn't ask. */
export type RegisteredFacts = {
  driver_license: string | null
  /** Two letters. */
  license_state: string | null
  /** The class or endorsement of a commercial license. */
  license_class: string | null
  eye_color: string | null
  ssn_last_4: string | null
  citation_number: string | null
  /** YYYY-MM-DD. */
  citation_date: string | null
  citation_county: string | null
  court: string | null
  /** YYYY-MM-DD: the day by which the notice or the court requires the course. */
  notice_due_on: string | null
  course_reason: string | null
  /** YYYY-MM-DD; the profile's date of birth takes precedence. */
  stated_dob: string | null
}

type AnsweredQuestion = { question: Question; answer: unknown }

/**
 * The registration answers of a course that certificates and reports use. The audit log records the purpose of the
 * access.
 */
export async function registeredFacts(
  ctx: Ctx,
  course: StudentCourse,
  purpose: 'certificate' | 'report',
): Promise<RegisteredFacts> {
  const [questions, answers] = await Promise.all([
    listQuestions(ctx, course.course_version_id, { used_in: 'registration' }),
    listAnswers(ctx, course.student_course_id),
  ])
  if (answers.some(({ answer }) => answer !== null)) await auditOpened(ctx, course, purpose)
  return factsOf(questions, answers)
}

/** The facts in answers that were already loaded; for checks that return no answer, so no access is recorded. */
export function factsOf(
  questions: readonly Question[],
  answers: readonly Pick<AnswerRow, 'question_id' | 'answer'>[],
): RegisteredFacts {
  const byQuestion = new Map(answers.map(({ question_id, answer }) => [question_id, answer]))
  const answered = questions.map((question) => ({ question, answer: byQuestion.get(question.question_id) ?? null }))
  return {
    driver_license:
      textOf(answered, questionType.drivers_license)?.toUpperCase() ??
      textOf(answered, questionType.license_number) ??
      lineOf(answered, (question) => purposeOf(question) === 'client-id'),
    license_state: stateOf(answered),
    license_class: answerText(answered, 'license-class'),
    eye_color: answerText(answered, 'eye-color'),
    ssn_last_4: textOf(answered, questionType.ssn),
    citation_number: lineOf(answered, isCitationQuestion),
    citation_date: dayOf(answered, 'citation-date'),
    citation_county: countyOf(answered),
    court: answerText(answered, 'court'),
    notice_due_on: dayOf(answered, 'due-date'),
    course_reason: chosenText(
      answered,
      ({ lk_question_type_id }) => lk_question_type_id === questionType.course_reason,
    ),
    stated_dob: dayOf(answered, 'date-of-birth'),
  }
}

const textOf = (answered: readonly AnsweredQuestion[], type: number): string | null =>
  lineOf(answered, ({ lk_question_type_id }) => lk_question_type_id === type)

/** The first answered line among the questions that match. */
function lineOf(answered: readonly AnsweredQuestion[], matches: (question: Question) => boolean): string | null {
  const row = answered.find(({ question, answer }) => matches(question) && typeof answer === 'string')
  return (row?.answer as string | undefined)?.trim() || null
}

const isAbout = (purpose: Purpose) => (question: Question) => purposeOf(question) === purpose

/** A written or chosen answer. */
const answerText = (answered: readonly AnsweredQuestion[], purpose: Purpose): string | null =>
  lineOf(answered, isAbout(purpose)) ?? chosenText(answered, isAbout(purpose))

function dayOf(answered: readonly AnsweredQuestion[], purpose: Purpose): string | null {
  const line = lineOf(answered, isAbout(purpose))
  return line === null ? null : isoDate(line)
}

/** The number chosen in the answer to a question about a county or state. */
function chosenNumber(answered: readonly AnsweredQuestion[], purpose: Purpose): number | null {
  const row = answered.find(({ question, answer }) => isAbout(purpose)(question) && typeof answer === 'number')
  return (row?.answer as number | undefined) ?? null
}

function countyOf(answered: readonly AnsweredQuestion[]): string | null {
  const id = chosenNumber(answered, 'citation-county')
  return counties.find(({ county_id }) => county_id === id)?.name ?? lineOf(answered, isAbout('citation-county'))
}

const stateOf = (answered: readonly AnsweredQuestion[]): string | null =>
  stateCode(chosenNumber(answered, 'license-state')) || null

function chosenText(answered: readonly AnsweredQuestion[], matches: (question: Question) => boolean): string | null {
  const row = answered.find(({ question, answer }) => matches(question) && answer !== null)
  return row?.question.configuration.options.find(({ id }) => id === row.answer)?.text ?? null
}
