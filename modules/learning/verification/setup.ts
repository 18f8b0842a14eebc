import { createHash } from 'node:crypto'
import { type CourseVersion, selectCourseVersion } from '#modules/catalogue/index.ts'
import { asksAgreement, isGuarded, securityOf } from '#modules/learning/due-check/options.ts'
import { learningErrors } from '#modules/learning/errors.ts'
import { ofCourse } from '#modules/learning/permissions.ts'
import { courseEvent } from '#modules/learning/student-course/course-event.ts'
import {
  lockStudentCourse,
  type StudentCourse,
  selectStudentCourse,
} from '#modules/learning/student-course/student-course.sql.ts'
import { hashAnswer, samplesNeeded } from '#modules/security/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors, type Issue } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { id, list, z } from '#platform/schema.ts'
import { pick, say } from '#platform/texts.ts'
import { answerWords } from './answer-check.ts'
import { verificationErrors } from './errors.ts'
import { finishSetup, requireSetupOpen, SetupSaved } from './finish-setup.ts'
import { sentenceOf, wantsTyping } from './methods/keystroke/keystroke-options.ts'
import { countEnrolled } from './methods/keystroke/typing-sample.sql.ts'
import { keepPhone, PhoneGiven, showPhoneSetup } from './methods/phone/keep-phone.ts'
import { wantsPhone } from './methods/phone/reach-student.ts'
import { PhoneShown } from './methods/phone/show-phone.ts'
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
  /** The text to type, and how many samples there are of how many; null where typing is not checked. */
  typing: z.object({ sentence: z.string(), samples: z.number(), needed: z.number() }).nullable(),
  /** The phone that codes go to, and the hours of the course from which its student chooses; null where none is asked for. */
  phone: PhoneShown.extend({
    hours: z.record(z.string(), z.object({ from: z.string(), to: z.string() })).nullable(),
  }).nullable(),
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
    typing: wantsTyping(version, setup)
      ? {
          sentence: sentenceOf(version),
          samples: await countEnrolled(ctx, student_course_id),
          needed: samplesNeeded,
        }
      : null,
    phone: wantsPhone(ctx, version, setup) ? await showPhoneSetup(ctx, version, setup) : null,
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

const fails = [
  verificationErrors.setupClosed,
  verificationErrors.setupIncomplete,
  verificationErrors.chooseQuestions,
  learningErrors.cannotEnter,
]

export const saveCourseSetup = operation({
  call: 'POST /user/saveCourseSetup',
  summary:
    'Saves parts of the setup: the typed agreement, the answers, a phone number; complete once nothing is missing',
  may: ofCourse('studentCourseId'),
  takes: z.object({
    studentCourseId: id(),
    agreement: z.string().max(100).nullish(),
    questions: list(Answered, 200).nullish(),
    phone: PhoneGiven.nullish(),
  }),
  gives: SetupSaved,
  fails,
  run: (ctx, { studentCourseId, agreement, questions, phone }) =>
    save(ctx, studentCourseId, { agreement: agreement ?? null, questions: questions ?? null, phone }),
})

export const initialSetupSubmit = operation({
  call: 'POST /security/initialSetupSubmit',
  summary: 'Saves the answers to the personal questions, which cannot be read again',
  may: ofCourse('student_course_id'),
  takes: z.object({ student_course_id: id(), questions: list(Answered, 200).min(1) }),
  gives: SetupSaved,
  fails,
  run: (ctx, { student_course_id, questions }) => save(ctx, student_course_id, { agreement: null, questions }),
})

type Parts = {
  agreement: string | null
  questions: readonly Answered[] | null
  phone?: z.output<typeof PhoneGiven> | null | undefined
}

async function save(ctx: Ctx, student_course_id: number, parts: Parts) {
  const course = await lockStudentCourse(ctx, student_course_id)
  const version = await selectCourseVersion(ctx, course.course_version_id)
  await requireSetupOpen(ctx, course, version)
  const setup = await openSetup(ctx, course)
  if (parts.agreement !== null && asksAgreement(version) && !setup.agreed_at) await agree(ctx, course, parts.agreement)
  if (parts.questions) await keepAnswers(ctx, course, version, setup, parts.questions)
  if (parts.phone) await keepPhone(ctx, course, version, setup, parts.phone)
  return finishSetup(ctx, course, version)
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
