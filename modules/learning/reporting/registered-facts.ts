import { listQuestions, type Question } from '#modules/catalogue/index.ts'
import { questionType } from '#modules/catalogue/questions/question-types.shared.ts'
import { isoDate } from '#modules/learning/questions/text-answer.shared.ts'
import { purposeOf } from '#modules/learning/registration/purpose.shared.ts'
import { listAnswers } from '#modules/learning/registration/registration-answer.sql.ts'
import { auditOpened } from '#modules/learning/sealed.ts'
import type { StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'

/** Facts that the student stated at registration and agencies require; null if not asked. */
export type RegisteredFacts = {
  driver_license: string | null
  ssn_last_4: string | null
  citation_number: string | null
  citation_county: string | null
  course_reason: string | null
  /** YYYY-MM-DD; the profile's date of birth takes precedence. */
  stated_dob: string | null
}

type Answered = { question: Question; answer: unknown }

const citation = /\b(citation|case|multa|caso|citación)\b/i
/** A county not described by its question as the student's residence. */
const notOfResidence = /^(?!.*\b(live|reside|residence|home|vive|residencia|domicilio)\b)/i

/** The registration answers used in certificates and reports; the audit log records the purpose of opening them. */
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
  const given = new Map(answers.map(({ question_id, answer }) => [question_id, answer]))
  const answered = questions.map((question) => ({ question, answer: given.get(question.question_id) ?? null }))
  return {
    driver_license:
      textOf(answered, questionType.drivers_license)?.toUpperCase() ??
      textOf(answered, questionType.license_number) ??
      clientIdOf(answered),
    ssn_last_4: textOf(answered, questionType.ssn),
    citation_number: textOf(answered, questionType.short_answer, citation),
    citation_county: textOf(answered, questionType.county, notOfResidence),
    course_reason: chosenText(answered, questionType.course_reason),
    stated_dob: statedDob(answered),
  }
}

/** No field says what a short question is about, so its title decides. */
function textOf(answered: readonly Answered[], type: number, about = /./): string | null {
  const found = answered.find(
    ({ question, answer }) =>
      question.lk_question_type_id === type && about.test(question.configuration.title) && typeof answer === 'string',
  )
  return (found?.answer as string | undefined)?.trim() || null
}

/** New York has its own name for the license number. */
function clientIdOf(answered: readonly Answered[]): string | null {
  const found = answered.find(({ question }) => purposeOf(question) === 'client-id')
  return typeof found?.answer === 'string' ? found.answer : null
}

function statedDob(answered: readonly Answered[]): string | null {
  const found = answered.find(({ question }) => purposeOf(question) === 'date-of-birth')
  return typeof found?.answer === 'string' ? isoDate(found.answer) : null
}

function chosenText(answered: readonly Answered[], type: number): string | null {
  const found = answered.find(({ question, answer }) => question.lk_question_type_id === type && answer !== null)
  return found?.question.configuration.options.find(({ id }) => id === found.answer)?.text ?? null
}
