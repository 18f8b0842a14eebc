import { type Question, selectCourseVersion, withoutAnswers } from '#modules/catalogue/index.ts'
import { isPersonal, purposeOf } from '#modules/catalogue/questions/purpose.shared.ts'
import { questionType } from '#modules/catalogue/questions/question-types.shared.ts'
import { withExtra } from '#modules/learning/extra-time/extra-time.sql.ts'
import type { Answer } from '#modules/learning/questions/answer.shared.ts'
import { licenseWarning } from '#modules/learning/questions/license-format.ts'
import { status } from '#modules/learning/student-course/course-status.shared.ts'
import { type StudentCourse, selectStudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { stateCode } from '#platform/states.ts'
import { localize } from '#platform/texts.ts'
import { isViewing } from '#platform/viewing.ts'
import { findExclusion, listStatements } from './affirm-eligibility.ts'
import { answerAsText } from './answer-as-text.ts'
import { agreementIsDue } from './due.ts'
import { gapNotice } from './gap-notice.ts'
import { listMissingProfileFields } from './profile-missing.ts'
import type { RegistrationPageView, RegistrationView, ShownRegistrationQuestion } from './registration.schema.ts'
import { findRegistration } from './registration.sql.ts'
import { isLocked, isRegistrationOpen, maySkip } from './registration-open.ts'
import {
  countiesOf,
  problemsOf,
  type QuestionProblem,
  type RegistrationState,
  selectRegistrationState,
} from './registration-state.ts'

/** Document numbers are shown only to their owner: not to staff, even if they view as the student. */
const maySeeNumbers = ({ actor }: Ctx): boolean =>
  actor.kind === 'user' && actor.role === 'Student' && !isViewing(actor)

const iso = (instant: Date | null | undefined): string | null => instant?.toISOString() ?? null

/** The entire registration of a course. Callers must check the access. */
export async function showRegistration(ctx: Ctx, student_course_id: number): Promise<RegistrationPageView> {
  const course = await selectStudentCourse(ctx, student_course_id)
  const state = await selectRegistrationState(ctx, course)
  return {
    questions: showQuestions(ctx, course, state),
    studentCourse: showCourse(course),
    registration: await showSteps(ctx, course, state),
  }
}

/** The current questions, in order. */
export function showQuestions(ctx: Ctx, course: StudentCourse, state: RegistrationState) {
  const problems = new Map(problemsOf(ctx, state).map((problem) => [problem.question_id, problem]))
  return state.visible.map((question) => {
    const problem = problems.get(question.question_id)
    return {
      ...showQuestion(state, question),
      ...showAnswer(ctx, state, question, problem),
      state: stateOf(course, state, question, problem),
    }
  })
}

function showQuestion(state: RegistrationState, question: Question) {
  const {
    question_id,
    order,
    lk_question_type_id,
    type,
    conditional,
    configuration: c,
  } = withoutAnswers(question, { hints: true })
  const options = c.options.map((option) => ({ ...option, conditional: [...option.conditional] }))
  const counties = lk_question_type_id === questionType.county ? countyOptions(state) : []
  const timer = { ...c.timer, seconds: withExtra(c.timer.seconds, state.extra_percent) }
  const configuration = { ...c, timer, options, matches: [...c.matches] }
  const branches = state.questions.some(({ conditional }) =>
    conditional.some((trigger) => trigger.startsWith(`${question_id}:`)),
  )
  return {
    question_id,
    order,
    lk_question_type_id,
    type,
    conditional: [...conditional],
    configuration,
    counties,
    branches,
  }
}

/** The state is shown beside the county only if the course has several. */
function countyOptions(state: RegistrationState) {
  const counties = countiesOf(state)
  const hasSeveralStates = new Set(counties.map(({ lk_state_id }) => lk_state_id)).size > 1
  return counties.map(({ county_id, lk_state_id, name }) => ({
    value: county_id,
    label: hasSeveralStates ? `${name}, ${stateCode(lk_state_id)}` : name,
  }))
}

function showAnswer(ctx: Ctx, state: RegistrationState, question: Question, problem: QuestionProblem | undefined) {
  const row = state.answers.get(question.question_id)
  const isHidden = question.lk_question_type_id === questionType.ssn || (isPersonal(question) && !maySeeNumbers(ctx))
  const answer = row?.answer ?? null
  return {
    answer: (isHidden ? null : answer) as ShownRegistrationQuestion['answer'],
    answered_ind: answer !== null,
    attempted: row?.answered_at != null,
    submitted_at: iso(row?.submitted_at),
    timer_expires_at: iso(row?.timer_expires_at),
    timer_expired_at: row?.timer_over ? iso(row.timer_expires_at) : null,
    answer_in_words: isHidden ? '' : answerAsText(state, question, answer, ctx.locale),
    problem: problem ? localize(ctx.locale, problem.text, problem.params) : null,
    warning: problem || isHidden ? null : warningOf(ctx, state, question, answer),
  }
}

const licenses: readonly number[] = [questionType.drivers_license, questionType.license_number]

/** A license number outside its state's usual formats may still be right. */
const warningOf = (ctx: Ctx, { license_state }: RegistrationState, question: Question, answer: Answer) =>
  licenses.includes(question.lk_question_type_id) && typeof answer === 'string'
    ? licenseWarning(ctx.locale, license_state, answer)
    : null

function stateOf(
  course: StudentCourse,
  state: RegistrationState,
  question: Question,
  problem: QuestionProblem | undefined,
): ShownRegistrationQuestion['state'] {
  const row = state.answers.get(question.question_id)
  if (!isRegistrationOpen(course) || isLocked(course, question, row, problem !== undefined)) return 'inactive'
  if (row?.timer_over) return 'expired'
  return problem && !problem.missing ? 'invalid' : 'active'
}

const showCourse = (course: StudentCourse) => ({
  student_course_id: course.student_course_id,
  lk_student_course_status_id: course.lk_student_course_status_id,
  course_name: course.course_name,
  course_version_id: course.course_version_id,
  registered_at: iso(course.registered_at),
  agreed_at: iso(course.agreed_at),
})

async function showSteps(ctx: Ctx, course: StudentCourse, state: RegistrationState): Promise<RegistrationView> {
  const steps = await findRegistration(ctx, course.student_course_id)
  const version = await selectCourseVersion(ctx, course.course_version_id)
  const { showText, textToShow, requiredBefore } = state.options
  return {
    started_at: iso(steps?.started_at),
    submitted_at: iso(steps?.submitted_at),
    confirmed_at: iso(steps?.confirmed_at),
    completed_at: iso(steps?.completed_at),
    text: showText ? textToShow : '',
    requiredBefore: Boolean(requiredBefore),
    may_skip: maySkip(state.options),
    must_agree: agreementIsDue(course, version),
    notice: isRegistrationOpen(course) ? gapNotice(ctx.locale, state) : null,
    profile_missing: await profileQuestionsMissing(ctx, course, state),
    statements: (await listStatements(ctx, course)).map(({ kinds, ...statement }) => ({
      ...statement,
      kinds: kinds && [...kinds],
    })),
    excluded: await findExclusion(ctx, course),
    must_confirm: course.lk_student_course_status_id === status.confirmingInformation && steps?.confirmed_at == null,
  }
}

/** The date of birth is requested once: by its question if the course has one. */
async function profileQuestionsMissing(ctx: Ctx, course: StudentCourse, { visible, gaps }: RegistrationState) {
  if (!isRegistrationOpen(course)) return []
  const missing = await listMissingProfileFields(ctx, course, gaps)
  const hasDobQuestion = visible.some((question) => purposeOf(question) === 'date-of-birth')
  return missing.filter((field) => field !== 'dob' || !hasDobQuestion)
}

/** Whether a question needs no further action. */
export const isDone = ({ problem, state, attempted }: ShownRegistrationQuestion): boolean =>
  problem === null && (attempted || state === 'inactive')
