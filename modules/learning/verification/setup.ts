import { createHash } from 'node:crypto'
import { selectCourseVersion } from '#modules/catalogue/index.ts'
import { asksAgreement, isGuarded, securityOf } from '#modules/learning/due-check/options.ts'
import { learningErrors } from '#modules/learning/errors.ts'
import { ofCourse } from '#modules/learning/permissions.ts'
import { courseEvent } from '#modules/learning/student-course/course-event.ts'
import {
  lockStudentCourse,
  type StudentCourse,
  selectStudentCourse,
} from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { id, list, z } from '#platform/schema.ts'
import { localize, localText } from '#platform/texts.ts'
import { verificationErrors } from './errors.ts'
import { finishSetup, requireSetupOpen, SetupSaved } from './finish-setup.ts'
import { PhoneInput, savePhone } from './methods/phone/save-phone.ts'
import { readSetupFields, setupShapes } from './methods/responses.ts'
import { AnsweredQuestion, saveAnswers } from './methods/security-questions/save-answers.ts'
import { findSetup, openSetup } from './setup.sql.ts'
import { listMissingParts } from './setup-parts.ts'
import { verificationTexts } from './verification.texts.ts'

/** The words that students must type exactly, in every language. */
const agreementWords = 'I Agree'

const SetupShown = z.object({
  completed: z.boolean(),
  /** The parts that are still missing. */
  missing: z.array(z.string()),
  agreement: z.string().nullable(),
  agreed_at: z.string().nullable(),
  ...setupShapes.questions,
  setupCompleteText: z.string().nullable(),
  ...setupShapes.others,
})
export type SetupShown = z.output<typeof SetupShown>

/** The setup of a course as its student sees it, without any answer. */
export async function readSetup(ctx: Ctx, student_course_id: number): Promise<SetupShown> {
  const course = await selectStudentCourse(ctx, student_course_id)
  const version = await selectCourseVersion(ctx, course.course_version_id)
  const setup = await findSetup(ctx, student_course_id)
  const { setupCompleteText, setupCompleteTextEnabled } = securityOf(version).globalSettings
  return {
    completed: Boolean(setup?.completed_at) || !isGuarded(version),
    missing: await listMissingParts(ctx, { student_course_id, version, setup }),
    agreement: asksAgreement(version) ? agreementText(ctx) : null,
    agreed_at: setup?.agreed_at?.toISOString() ?? null,
    setupCompleteText: setupCompleteTextEnabled && setupCompleteText ? setupCompleteText : null,
    ...(await readSetupFields(ctx, { student_course_id, version, setup })),
  }
}

const agreementText = ({ locale }: Pick<Ctx, 'locale'>): string => localText(locale, verificationTexts, 'agreement')

export const loadCourseSetup = operation({
  call: 'GET /user/loadCourseSetup',
  summary: 'The identity setup that a student must complete before the course, and its progress',
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
    questions: list(AnsweredQuestion, 200).nullish(),
    phone: PhoneInput.nullish(),
  }),
  gives: SetupSaved,
  fails,
  run: (ctx, { studentCourseId, agreement, questions, phone }) =>
    saveSetup(ctx, studentCourseId, { agreement: agreement ?? null, questions: questions ?? null, phone }),
})

export const initialSetupSubmit = operation({
  call: 'POST /security/initialSetupSubmit',
  summary: 'Saves the answers to the personal questions, which cannot be read again',
  may: ofCourse('student_course_id'),
  takes: z.object({ student_course_id: id(), questions: list(AnsweredQuestion, 200).min(1) }),
  gives: SetupSaved,
  fails,
  run: (ctx, { student_course_id, questions }) => saveSetup(ctx, student_course_id, { agreement: null, questions }),
})

type Parts = {
  agreement: string | null
  questions: readonly z.output<typeof AnsweredQuestion>[] | null
  phone?: z.output<typeof PhoneInput> | null | undefined
}

async function saveSetup(ctx: Ctx, student_course_id: number, parts: Parts) {
  const course = await lockStudentCourse(ctx, student_course_id)
  const version = await selectCourseVersion(ctx, course.course_version_id)
  await requireSetupOpen(ctx, course, version)
  const setup = await openSetup(ctx, course)
  if (parts.agreement !== null && asksAgreement(version) && !setup.agreed_at)
    await saveAgreement(ctx, course, parts.agreement)
  if (parts.questions) await saveAnswers(ctx, course, version, setup, parts.questions)
  if (parts.phone) await savePhone(ctx, course, version, setup, parts.phone)
  return finishSetup(ctx, course, version)
}

async function saveAgreement(ctx: Ctx, course: StudentCourse, text: string): Promise<void> {
  if (text !== agreementWords) {
    const message = localize(ctx.locale, verificationTexts.mustAgree)
    throw errors.invalid({}, {}, [{ path: 'agreement', message }])
  }
  const text_hash = createHash('sha256').update(agreementText(ctx)).digest('hex')
  await ctx.sql`
    update learning.identity_setup
    set agreed_at = platform.now(), agreed_text_hash = ${text_hash}, agreed_address = ${ctx.request.address || null}
    where student_course_id = ${course.student_course_id}`
  const after = { text_hash, typed: text, language: ctx.locale }
  await ctx.audit({ action: 'security.agree', ...courseEvent(course), after })
}
