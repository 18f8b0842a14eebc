import { learningErrors } from '#modules/learning/errors.ts'
import { ofCourse } from '#modules/learning/permissions.ts'
import type { Ctx } from '#platform/ctx.ts'
import { operation } from '#platform/operation.ts'
import type { Rate } from '#platform/rate-class.ts'
import { flag, id, z } from '#platform/schema.ts'
import { localText, textsIn } from '#platform/texts.ts'
import { answerCheck } from './answer-check.ts'
import type { Decision } from './decide.ts'
import { verificationErrors } from './errors.ts'
import type { SubmittedAnswer } from './methods/method.ts'
import { type OpenCheck, openCheck } from './open-check.ts'
import { attemptsOf, CheckShown, currentCoursePath, serveTask } from './serve-task.ts'
import { verificationTexts } from './verification.texts.ts'

/** Checks allow few attempts anyway; the rate limit keeps programs from filling the record. */
export const tries: Rate = { name: 'verification', perMinute: 20, burst: 40, shared: true }

const Answer = z.union([z.number().int(), z.string().max(500), z.boolean()])

/** The result of an attempt, with the page where the student continues. */
export const Outcome = CheckShown.extend({ result: z.string().nullable(), locked: z.boolean() })

export const verifyStudentCourse = operation({
  call: 'POST /user/verifyStudentCourse',
  summary: 'Starts the check that is due, or the unlock of a disabled course, and returns its question',
  may: ofCourse('studentCourseId'),
  takes: z.object({
    studentCourseId: id(),
    /** Set for the unlock of a disabled course. */
    unlock: flag().nullish(),
  }),
  gives: Outcome,
  fails: [verificationErrors.cannotUnlock],
  rate: tries,
  async run(ctx, { studentCourseId, unlock }) {
    return showCheck(ctx, await openCheck(ctx, studentCourseId, { begin: true, unlock: Boolean(unlock) }))
  },
})

export const verifySetup = operation({
  call: 'GET /security/verifySetup',
  summary: 'The question of the current check, or its sentence to type',
  may: ofCourse('student_course_id'),
  takes: z.object({ student_course_id: id(), verifyModal: flag().nullish() }),
  gives: Outcome.extend({
    config: z.object({ type: z.string(), sentence: z.string() }).nullable(),
    data: z.object({ config: z.object({ type: z.string(), sentence: z.string() }).nullable() }),
  }),
  fails: [verificationErrors.cannotUnlock],
  changes: true,
  rate: 'read',
  async run(ctx, { student_course_id }) {
    const view = await showCheck(ctx, await openCheck(ctx, student_course_id, { begin: false, unlock: true }))
    const { task } = view
    const config = task && { type: task.method, sentence: task.sentence ?? task.question?.title ?? '' }
    return { ...view, config, data: { config } }
  },
})

const answers = {
  may: ofCourse('student_course_id'),
  gives: Outcome,
  fails: [verificationErrors.noVerification, learningErrors.cannotEnter],
  rate: tries,
}

export const verifyAnswer = operation({
  call: 'POST /security/verifyAnswer',
  summary: 'Answers the question of the current check. The attempt counts before the answer is checked',
  ...answers,
  takes: z.object({ student_course_id: id(), question_id: id().nullish(), answer: Answer }),
  run: (ctx, { student_course_id, ...input }) => answerQuestion(ctx, student_course_id, input),
})

export const securityAnswer = operation({
  call: 'POST /security/answer',
  summary: 'The same as verifyAnswer, under its other name',
  ...answers,
  takes: z.object({ student_course_id: id(), question_id: id().nullish(), answer: Answer }),
  run: (ctx, { student_course_id, ...input }) => answerQuestion(ctx, student_course_id, input),
})

async function answerQuestion(
  ctx: Ctx,
  student_course_id: number,
  input: { question_id?: number | null | undefined; answer: SubmittedAnswer },
) {
  const { course, check } = await openCheck(ctx, student_course_id, { begin: false, unlock: true })
  if (!check) throw verificationErrors.noVerification({}, { redirect: await currentCoursePath(ctx, student_course_id) })
  return outcomeOf(ctx, student_course_id, await answerCheck(ctx, course, check, input))
}

const emptyOutcome = { verified: false, reason: null, attemptsRemaining: null, last_attempt: false, task: null }

/** The current task; if no task is possible, the course continues. */
async function showCheck(ctx: Ctx, { course, check, started }: OpenCheck) {
  const { student_course_id } = course
  if (!check) {
    const redirect = await currentCoursePath(ctx, student_course_id)
    return { ...emptyOutcome, verified: started, result: null, locked: false, redirect }
  }
  const served = await serveTask(ctx, course, check)
  if ('decision' in served) return outcomeOf(ctx, student_course_id, served.decision)
  return { ...served.shown, result: null, locked: false }
}

/** Returned, never thrown: an error would roll back the counted attempt and the lock. */
export async function outcomeOf(
  ctx: Ctx,
  student_course_id: number,
  { check, verified, locked, result, lockout }: Decision,
) {
  const redirect = check ? {} : { redirect: await currentCoursePath(ctx, student_course_id) }
  const attempts = check ? attemptsOf(check) : { attemptsRemaining: verified ? null : 0, last_attempt: false }
  const message = lockout
    ? localText(ctx.locale, verificationTexts, 'lockedOut', lockout)
    : messageFor(ctx, { verified, result, locked })
  return { ...emptyOutcome, ...attempts, verified, locked, result, ...redirect, ...(message && { message }) }
}

function messageFor({ locale }: Ctx, { verified, result, locked }: Pick<Decision, 'verified' | 'result' | 'locked'>) {
  const t = textsIn(locale, verificationTexts)
  if (verified && result) return t('verified')
  if (result === null || result === 'right' || result === 'doubtful') return null
  if (result === 'late') return t(locked ? 'late' : 'lateAgain')
  return t(locked ? 'failed' : 'failedAgain')
}
