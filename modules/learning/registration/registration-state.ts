import {
  dataOf,
  findProgramRules,
  listForbiddenData,
  listQuestions,
  type Question,
  type RegistrationOptions,
  selectCourseVersion,
} from '#modules/catalogue/index.ts'
import { purposeOf } from '#modules/catalogue/questions/purpose.shared.ts'
import { selectPerson } from '#modules/identity/index.ts'
import { findExtraPercent } from '#modules/learning/extra-time/extra-time.sql.ts'
import type { Answer, AnswerProblem } from '#modules/learning/questions/answer.shared.ts'
import { answerTexts } from '#modules/learning/questions/answer.texts.ts'
import { type AnswerRow, listAnswers } from '#modules/learning/questions/registration-answer.sql.ts'
import { isoDate } from '#modules/learning/questions/text-answer.shared.ts'
import { agencyName } from '#modules/learning/reporting/agencies/index.ts'
import { findRecordGaps, type RecordGap } from '#modules/learning/reporting/record-gaps.ts'
import { factsOf } from '#modules/learning/reporting/registered-facts.ts'
import type { StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import { counties } from '#modules/settings/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { todayOf } from '#platform/zone.ts'
import { birthQuestionOf } from './birth-question.ts'
import { listDocuments, type RegistrationDocument } from './documents.ts'
import { refusedText } from './gap-notice.ts'
import { ruleTexts } from './registration.texts.ts'
import { isRegistrationOpen } from './registration-open.ts'
import { type AnswerContext, checkRegistrationAnswer } from './registration-rules.shared.ts'
import { visibleQuestions } from './visible-questions.shared.ts'

/** The state of a registration: the current questions, their answers, and the problems. */
export type RegistrationState = {
  course: StudentCourse
  options: RegistrationOptions
  disclaimer: string
  questions: readonly Question[]
  /** The current questions, in order. */
  visible: readonly Question[]
  answers: ReadonlyMap<number, AnswerRow>
  documents: readonly RegistrationDocument[]
  lk_course_state_ids: readonly number[]
  /** The student's date of birth, if a question asks for it and the profile has it. */
  dob: string | null
  /** The student's extra time for timed questions, in percent. */
  extra_percent: number
  /** The data that the agencies need and the student has not given. */
  gaps: readonly RecordGap[]
  /** The state that issued the student's license (two letters); '' until it is stated. */
  license_state: string
  /** The day of the citation, if it was stated (YYYY-MM-DD). */
  cited_on: string | null
}

/** Reads the state. Callers must check access to the course. */
export async function selectRegistrationState(
  ctx: Ctx,
  course: RegistrationState['course'],
): Promise<RegistrationState> {
  // Sequential: in a transaction they share a connection.
  const version = await selectCourseVersion(ctx, course.course_version_id)
  const rules = await findProgramRules(ctx, version.program_id, todayOf(ctx))
  const forbidden = rules?.valueOf('identity.forbidden_questions') ?? []
  // A rule may be newer than the published version of the course.
  const questions = (await listQuestions(ctx, course.course_version_id, { used_in: 'registration' })).filter(
    (question) => listForbiddenData(question, forbidden).length === 0,
  )
  const rows = await listAnswers(ctx, course.student_course_id)
  const documents = await listDocuments(ctx, course.student_course_id)
  const answers = new Map(rows.map((row) => [row.question_id, row]))
  const facts = factsOf(questions, rows)
  return {
    course,
    options: version.course_registration_options,
    disclaimer: version.disclaimer,
    questions,
    visible: visibleQuestions(questions, (question_id) => answers.get(question_id)?.answer ?? null),
    answers,
    documents,
    lk_course_state_ids: version.lk_course_state_ids,
    extra_percent: questions.some(({ configuration: { timer } }) => timer.active)
      ? await findExtraPercent(ctx, course.user_id)
      : 0,
    dob: birthQuestionOf(questions) ? (await selectPerson(ctx, course.user_id)).dob : null,
    cited_on: facts.citation_date,
    license_state: facts.license_state ?? '',
    gaps: isRegistrationOpen(course) ? await findRecordGaps(ctx, course, facts) : [],
  }
}

export const answerOf = (state: Pick<RegistrationState, 'answers'>, question_id: number): Answer =>
  state.answers.get(question_id)?.answer ?? null

/** The counties that a course offers: those in its states. */
export const countiesOf = ({ lk_course_state_ids }: Pick<RegistrationState, 'lk_course_state_ids'>) =>
  counties.filter(({ lk_state_id }) => lk_course_state_ids.includes(lk_state_id))

/** The problem with an answer to a question of this registration, or null. */
export function checkInState(
  ctx: Pick<Ctx, 'now' | 'organization'>,
  state: RegistrationState,
  question: Question,
  answer: unknown,
) {
  const documents = state.documents.filter(({ question_id }) => question_id === question.question_id)
  const context: AnswerContext = {
    today: todayOf(ctx),
    countyIds: new Set(countiesOf(state).map(({ county_id }) => county_id)),
    documentIds: new Set(documents.map(({ attachment_id }) => attachment_id)),
  }
  const problem = checkRegistrationAnswer(question, answer, context)
  if (problem || state.dob === null || typeof answer !== 'string') return problem
  const isOther = purposeOf(question) === 'date-of-birth' && isoDate(answer) !== state.dob
  return isOther ? { text: ruleTexts.otherBirth, params: {} } : null
}

export type QuestionProblem = AnswerProblem & { question_id: number; missing: boolean }

/** The reason why a person refused the answer to a question, or null. */
export function rejectionOf(
  state: Pick<RegistrationState, 'answers'>,
  { question_id }: Question,
): AnswerProblem | null {
  const row = state.answers.get(question_id)
  return row?.rejected_at ? { text: ruleTexts.rejected, params: { comment: row.rejected_comment ?? '' } } : null
}

/** The problems in question order: missing answers, and answers that are not (or no longer) valid. */
export function problemsOf(
  ctx: Pick<Ctx, 'now' | 'organization' | 'locale'>,
  state: RegistrationState,
): QuestionProblem[] {
  return state.visible.flatMap((question) => {
    const { question_id } = question
    const problem = rejectionOf(state, question) ?? checkInState(ctx, state, question, answerOf(state, question_id))
    if (problem) return [{ ...problem, question_id, missing: problem.text === answerTexts.required }]
    const agencyProblem = findAgencyProblem(ctx, state, question)
    return agencyProblem ? [{ ...agencyProblem, question_id, missing: answerOf(state, question_id) === null }] : []
  })
}

/**
 * The agency that needs a missing answer to a question, whether or not the course requires one, or that can't record
 * the answer.
 */
function findAgencyProblem(
  { locale }: Pick<Ctx, 'locale'>,
  state: Pick<RegistrationState, 'answers' | 'gaps'>,
  question: Question,
): AnswerProblem | null {
  const isAnswered = answerOf(state, question.question_id) !== null
  const gap = state.gaps.find(
    ({ datum, accepts }) => (accepts !== undefined) === isAnswered && dataOf(question).includes(datum),
  )
  if (gap?.accepts) return refusedText(locale, gap)
  return gap ? { text: ruleTexts.neededBy, params: { agency: agencyName(gap, locale) } } : null
}

/** Questions whose answers a person must still accept. */
export const awaitingReview = ({ visible, answers }: Pick<RegistrationState, 'visible' | 'answers'>): Question[] =>
  visible.filter(({ question_id }) => {
    const row = answers.get(question_id)
    return row?.needs_review && row.accepted_at === null && row.rejected_at === null && row.answer !== null
  })
