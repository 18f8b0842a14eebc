import { listQuestions, type Question } from '#modules/catalogue/index.ts'
import { asksForCitation, purposeOf } from '#modules/catalogue/questions/purpose.shared.ts'
import { questionType } from '#modules/catalogue/questions/question-types.shared.ts'
import { isoDate } from '#modules/learning/questions/text-answer.shared.ts'
import { listAnswers } from '#modules/learning/registration/registration-answer.sql.ts'
import { auditOpened } from '#modules/learning/sealed.ts'
import type { StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'

/** What the student has stated at registration, as agencies ask for it; null for what was not asked. */
export type RegisteredFacts = {
  driver_license: string | null
  ssn_last_4: string | null
  citation_number: string | null
  citation_county: string | null
  course_reason: string | null
  /** YYYY-MM-DD; the profile's date of birth, where there is one, goes before it. */
  stated_dob: string | null
}

type Answered = { question: Question; answer: unknown }

/** The registration answers of a course that certificates and reports show; the audit log says what they were opened for. */
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
  const byQuestion = new Map(answers.map(({ question_id, answer }) => [question_id, answer]))
  const answered = questions.map((question) => ({ question, answer: byQuestion.get(question.question_id) ?? null }))
  return {
    driver_license:
      textOf(answered, questionType.drivers_license)?.toUpperCase() ??
      textOf(answered, questionType.license_number) ??
      lineOf(answered, (question) => purposeOf(question) === 'client-id'),
    ssn_last_4: textOf(answered, questionType.ssn),
    citation_number: lineOf(answered, asksForCitation),
    citation_county: lineOf(answered, (question) => purposeOf(question) === 'citation-county'),
    course_reason: chosenText(answered, questionType.course_reason),
    stated_dob: statedDob(answered),
  }
}

const textOf = (answered: readonly Answered[], type: number): string | null =>
  lineOf(answered, ({ lk_question_type_id }) => lk_question_type_id === type)

/** The first answered line among the questions that match. */
function lineOf(answered: readonly Answered[], matches: (question: Question) => boolean): string | null {
  const first = answered.find(({ question, answer }) => matches(question) && typeof answer === 'string')
  return (first?.answer as string | undefined)?.trim() || null
}

function statedDob(answered: readonly Answered[]): string | null {
  const match = answered.find(({ question }) => purposeOf(question) === 'date-of-birth')
  return typeof match?.answer === 'string' ? isoDate(match.answer) : null
}

function chosenText(answered: readonly Answered[], type: number): string | null {
  const match = answered.find(({ question, answer }) => question.lk_question_type_id === type && answer !== null)
  return match?.question.configuration.options.find(({ id }) => id === match.answer)?.text ?? null
}
