import { createHash } from 'node:crypto'
import type { Ctx } from '../../../platform/ctx.ts'
import { errors, type Issue } from '../../../platform/errors.ts'
import { operation } from '../../../platform/operation.ts'
import { id, list, z } from '../../../platform/schema.ts'
import { pick, say } from '../../../platform/texts.ts'
import { type CourseVersion, selectCourseVersion } from '../../catalogue/index.ts'
import { hashAnswer } from '../../security/index.ts'
import { courseEvent } from '../course-event.ts'
import { learningErrors } from '../errors.ts'
import { ofCourse } from '../permissions.ts'
import { changeStatus } from '../status/change-status.ts'
import { isTaking, status } from '../status/course-status.shared.ts'
import { lockStudentCourse, type StudentCourse, selectStudentCourse } from '../student-course.sql.ts'
import { answerWords } from './answer-check.ts'
import { notePass } from './begin-check.ts'
import { verificationErrors } from './errors.ts'
import { asksAgreement, isGuarded, securityOf } from './options.ts'
import { courseGoesOn } from './serve-task.ts'
import { findSetup, openSetup, type Setup, sealedFor } from './setup.sql.ts'
import { missingParts, mostQuestions, personalQuestions } from './setup-parts.ts'
import { verificationTexts } from './verification.texts.ts'

/** What must be typed, letter by letter, in every language. */
export const agreementWords = 'I Agree'

const Question = z.object({
  question_id: z.number(),
  /** The kind of question, and its words, as the contract names them. */
  type: z.string(),
  content: z.string(),
  options: z.array(z.object({ id: z.number(), text: z.string() })),
})

const SetupShown = z.object({
  completed: z.boolean(),
  /** The parts that are still missing. */
  missing: z.array(z.string()),
  agreement: z.string().nullable(),
  agreed_at: z.string().nullable(),
  questions: z.array(Question),
  /** How many of the questions must be answered. */
  questions_to_answer: z.number(),
  setupCompleteText: z.string().nullable(),
})
export type SetupShown = z.output<typeof SetupShown>

/** The setup of a course as its student sees it: never an answer. */
export async function readSetup(ctx: Ctx, student_course_id: number): Promise<SetupShown> {
  const course = await selectStudentCourse(ctx, student_course_id)
  const version = await selectCourseVersion(ctx, course.course_version_id)
  const setup = await findSetup(ctx, student_course_id)
  const questions = await personalQuestions(ctx, version)
  const { setupCompleteText, setupCompleteTextEnabled } = securityOf(version).globalSettings
  return {
    completed: Boolean(setup?.completed_at) || !isGuarded(version),
    missing: await missingParts(ctx, version, setup),
    agreement: asksAgreement(version) ? agreementText(ctx) : null,
    agreed_at: setup?.agreed_at?.toISOString() ?? null,
    questions: questions.map(({ question_id, type, configuration: { title, options } }) => ({
      question_id,
      type,
      content: title,
      options: options.map(({ id, text }) => ({ id, text })),
    })),
    questions_to_answer: Math.min(mostQuestions, questions.length),
    setupCompleteText: setupCompleteTextEnabled && setupCompleteText ? setupCompleteText : null,
  }
}

const agreementText = ({ locale }: Pick<Ctx, 'locale'>): string => say(locale, verificationTexts, 'agreement')

export const loadCourseSetup = operation({
  call: 'GET /user/loadCourseSetup',
  summary: 'What a student has to set up before the course, and what is done of it',
  may: ofCourse('studentCourseId'),
  takes: z.object({ studentCourseId: id() }),
  gives: SetupShown,
  run: (ctx, { studentCourseId }) => readSetup(ctx, studentCourseId),
})

export const loadCourseSetupSecurity = operation({
  call: 'GET /user/loadCourseSetupSecurity',
  summary: 'The personal questions of the setup, without any answer',
  may: ofCourse('studentCourseId'),
  takes: z.object({ studentCourseId: id() }),
  gives: SetupShown.pick({ questions: true, questions_to_answer: true, completed: true }),
  run: (ctx, { studentCourseId }) => readSetup(ctx, studentCourseId),
})

export const fetchSecurity = operation({
  call: 'GET /security/fetch',
  summary: 'The personal questions of a course, without any answer',
  may: ofCourse('student_course_id'),
  takes: z.object({ student_course_id: id() }),
  gives: SetupShown.pick({ questions: true, questions_to_answer: true }),
  run: (ctx, { student_course_id }) => readSetup(ctx, student_course_id),
})

const Answered = z.object({
  question_id: id(),
  answer: z.union([z.number().int(), z.string().max(500), z.boolean()]),
})
type Answered = z.output<typeof Answered>

const saved = z.object({ completed: z.boolean(), missing: z.array(z.string()) })
const fails = [
  verificationErrors.setupClosed,
  verificationErrors.setupIncomplete,
  verificationErrors.chooseQuestions,
  learningErrors.cannotEnter,
]

export const saveCourseSetup = operation({
  call: 'POST /user/saveCourseSetup',
  summary: 'Saves parts of the setup: the typed agreement, the answers; complete once nothing is missing',
  may: ofCourse('studentCourseId'),
  takes: z.object({
    studentCourseId: id(),
    agreement: z.string().max(100).nullish(),
    questions: list(Answered, 200).nullish(),
  }),
  gives: saved,
  fails,
  run: (ctx, { studentCourseId, agreement, questions }) =>
    save(ctx, studentCourseId, { agreement: agreement ?? null, questions: questions ?? null }),
})

export const initialSetupSubmit = operation({
  call: 'POST /security/initialSetupSubmit',
  summary: 'Saves the answers to the personal questions, which cannot be read again',
  may: ofCourse('student_course_id'),
  takes: z.object({ student_course_id: id(), questions: list(Answered, 200).min(1) }),
  gives: saved,
  fails,
  run: (ctx, { student_course_id, questions }) => save(ctx, student_course_id, { agreement: null, questions }),
})

type Parts = { agreement: string | null; questions: readonly Answered[] | null }

async function save(ctx: Ctx, student_course_id: number, parts: Parts) {
  const course = await lockStudentCourse(ctx, student_course_id)
  const version = await selectCourseVersion(ctx, course.course_version_id)
  await requireOpen(ctx, course, version)
  const setup = await openSetup(ctx, course)
  if (parts.agreement !== null && asksAgreement(version) && !setup.agreed_at) await agree(ctx, course, parts.agreement)
  if (parts.questions) await keepAnswers(ctx, course, version, setup, parts.questions)
  const missing = await missingParts(ctx, version, await findSetup(ctx, student_course_id))
  if (missing.length > 0) {
    await enterSetup(ctx, course)
    return { completed: false, missing, redirect: `/course/${student_course_id}/security/setup` }
  }
  const message = await complete(ctx, course, version)
  return { completed: true, missing, message, redirect: await courseGoesOn(ctx, student_course_id) }
}

async function requireOpen(ctx: Ctx, course: StudentCourse, version: CourseVersion): Promise<void> {
  if (!isGuarded(version)) throw errors.notFound()
  if (!isTaking(course.lk_student_course_status_id)) throw learningErrors.cannotEnter()
  const redirect = await courseGoesOn(ctx, course.student_course_id)
  if (redirect.endsWith('/security/setup')) return
  const isDone = (await findSetup(ctx, course.student_course_id))?.completed_at
  throw isDone ? verificationErrors.setupClosed({}, { redirect }) : learningErrors.cannotEnter({}, { redirect })
}

/** Only a course that has not begun shows it in its status; a setup that is made again interrupts a course as a check does. */
async function enterSetup(ctx: Ctx, { student_course_id, lk_student_course_status_id: at }: StudentCourse) {
  if (at === status.paidNotRegistered || at === status.paidRegistered)
    await changeStatus(ctx, student_course_id, status.inSecuritySetup)
}

async function agree(ctx: Ctx, course: StudentCourse, typed: string): Promise<void> {
  if (typed !== agreementWords) {
    const message = pick(ctx.locale, verificationTexts.mustAgree)
    throw errors.invalid({}, {}, [{ path: 'agreement', message }])
  }
  const text_hash = createHash('sha256').update(agreementText(ctx)).digest('hex')
  await ctx.sql`
    update learning.identity_setup
    set agreed_at = platform.now(), agreed_text_hash = ${text_hash}, agreed_address = ${ctx.request.address || null}
    where student_course_id = ${course.student_course_id}`
  const after = { text_hash, typed, language: ctx.locale }
  await ctx.audit({ action: 'security.agree', ...courseEvent(course), after })
}

/** All answers together, in place of those that were given before. */
async function keepAnswers(
  ctx: Ctx,
  course: StudentCourse,
  version: CourseVersion,
  { answer_key }: Setup,
  given: readonly Answered[],
): Promise<void> {
  const questions = await personalQuestions(ctx, version)
  const wanted = Math.min(mostQuestions, questions.length)
  const byId = new Map(given.map((one) => [one.question_id, one]))
  if (byId.size !== given.length || byId.size !== wanted) throw verificationErrors.chooseQuestions({ count: wanted })
  const issues: Issue[] = []
  for (const [question_id, { answer }] of byId) {
    const question = questions.find((one) => one.question_id === question_id)
    if (!question) throw errors.notFound()
    if (!question.configuration.options.some((option) => String(option.id) === answerWords(answer)))
      issues.push({ path: `question_${question_id}`, message: pick(ctx.locale, verificationTexts.answerRequired) })
  }
  if (issues.length > 0) throw errors.invalid({}, {}, issues)
  const { student_course_id, organization_id } = course
  const rows = [...byId.values()].map(({ question_id, answer }) => ({
    student_course_id,
    organization_id,
    question_id,
    answer_hash: hashAnswer(ctx, sealedFor(course), answer_key, String(question_id), answerWords(answer)),
  }))
  await ctx.sql`delete from learning.identity_answer where student_course_id = ${student_course_id}`
  if (rows.length > 0) await ctx.sql`insert into learning.identity_answer ${ctx.sql(rows)}`
  await ctx.audit({ action: 'security.answers', ...courseEvent(course), after: { questions: rows.length } })
}

/** Nothing is missing: from here the checks are counted. */
async function complete(ctx: Ctx, course: StudentCourse, version: CourseVersion): Promise<string> {
  const { student_course_id, lk_student_course_status_id: at } = course
  await ctx.sql`
    update learning.identity_setup set completed_at = platform.now() where student_course_id = ${student_course_id}`
  await notePass(ctx, course)
  if (at === status.inSecuritySetup)
    await changeStatus(ctx, student_course_id, course.registered_at ? status.paidRegistered : status.inProgress)
  await ctx.audit({ action: 'security.setup', ...courseEvent(course), after: { completed: true } })
  const { setupCompleteText, setupCompleteTextEnabled } = securityOf(version).globalSettings
  return (setupCompleteTextEnabled && setupCompleteText) || say(ctx.locale, verificationTexts, 'completed')
}
