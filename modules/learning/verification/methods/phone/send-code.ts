import { randomInt, randomUUID } from 'node:crypto'
import { ofCourse } from '#modules/learning/permissions.ts'
import { courseEvent } from '#modules/learning/student-course/course-event.ts'
import type { StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import { verificationErrors } from '#modules/learning/verification/errors.ts'
import { type MethodContext, methodContext } from '#modules/learning/verification/method-context.ts'
import { currentCoursePath } from '#modules/learning/verification/serve-task.ts'
import { sealedFor } from '#modules/learning/verification/setup.sql.ts'
import { type Channel, channels, codeSender, hashAnswer, type UnsentMessage } from '#modules/security/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { operation } from '#platform/operation.ts'
import { siteUrlPort } from '#platform/ports.ts'
import type { Rate } from '#platform/rate-class.ts'
import { id, z } from '#platform/schema.ts'
import { localText } from '#platform/texts.ts'
import { messageTexts, phoneTexts } from './phone.texts.ts'
import { codeMinutes, findCodeWaits, insertCode, updateCodeSent } from './phone-code.sql.ts'
import { endingOf, hashNumber, openNumber } from './phone-number.ts'
import { canContinueByPhone } from './reach-student.ts'

/** Rate limit: each call costs money and may ring a phone. */
const rate: Rate = { name: 'phone-code', perMinute: 2, burst: 4, shared: true }
const timeout_ms = 20_000

export const sendCode = operation({
  call: 'POST /security/sendCode',
  summary: 'Sends a one-time code to the phone of a course, by text or call: for its setup, or for the current check',
  added: true,
  may: ofCourse('student_course_id'),
  takes: z.object({ student_course_id: id(), channel: z.enum(channels) }),
  gives: z.object({ sent: z.boolean() }),
  fails: [verificationErrors.noVerification, verificationErrors.codeTooSoon, verificationErrors.tooManyCodes],
  transaction: { own: 'no connection waits while a phone is reached' },
  rate,
  async run(ctx, { student_course_id, channel }) {
    const draft = await ctx.tx((inner) => createCode(inner, student_course_id, channel))
    const { to, code, course_name, reference } = draft
    const text = messageFor(ctx, channel, code, course_name)
    const callback_url = phoneCallback(ctx, reference)
    const message = { channel, to, text, locale: ctx.locale, callback_url }
    const response = await ctx.use(codeSender)!.send(message, AbortSignal.timeout(timeout_ms))
    if (response.outcome !== 'sent') return { sent: false, ...(await recordUnsent(ctx, draft, response)) }
    await ctx.tx((inner) =>
      updateCodeSent(inner, reference, { state: 'sent', provider_id: response.provider_id, detail: null }),
    )
    const params = { ending: endingOf(to), minutes: codeMinutes }
    return { sent: true, message: localText(ctx.locale, phoneTexts, `sent.${channel}`, params) }
  },
})

/** The address for the provider's delivery callbacks, exactly as it is signed. */
export const phoneCallback = (ctx: Ctx, reference: string): string =>
  ctx.use(siteUrlPort)(null, `/webhooks/phone/${reference}`)

function messageFor({ locale }: Ctx, channel: Channel, code: string, course: string): string {
  // Reads the code out digit by digit.
  const digits = channel === 'voice' ? [...code].join(', ') : code
  return localText(locale, messageTexts, channel, { code: digits, course, minutes: codeMinutes })
}

type NewCode = { course: StudentCourse; to: string; code: string; course_name: string; reference: string }

/** Stores a code before it is sent. The code itself exists only during this call. */
async function createCode(ctx: Ctx, student_course_id: number, channel: Channel): Promise<NewCode> {
  const { course, setup, check } = await codeContext(ctx, student_course_id)
  const identity_check_id = check?.identity_check_id ?? null
  const to = openNumber(ctx, setup)!
  const number_hash = hashNumber(ctx, to)
  await ctx.sql`select pg_advisory_xact_lock(${number_hash.readInt32BE(0)}, ${number_hash.readInt32BE(4)})`
  const { soon, many } = await findCodeWaits(ctx, course, number_hash)
  if (many !== null) throw verificationErrors.tooManyCodes(many)
  if (soon !== null) throw verificationErrors.codeTooSoon(soon)
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const reference = randomUUID()
  const code_hash = hashAnswer(ctx, sealedFor(course), setup.answer_key, `phone-code:${reference}`, code)
  await insertCode(ctx, course, { reference, identity_check_id, channel, number_hash, code_hash })
  const after = { method: channel, number_ending: endingOf(to) }
  await ctx.audit({ action: 'security.code', ...courseEvent(course), after })
  return { course, to, code, course_name: course.course_name, reference }
}

/** The setup or check that needs a code. Throws, with the page to go to, if there is none or no code can be sent. */
export async function codeContext(ctx: Ctx, student_course_id: number): Promise<MethodContext> {
  const context = await methodContext(ctx, student_course_id, 'phone')
  const { course, setup, check } = context
  const canReceive = check ? await canContinueByPhone(ctx, course, setup, check) : setup.phone !== null
  if (!canReceive)
    throw verificationErrors.noVerification({}, { redirect: await currentCoursePath(ctx, student_course_id) })
  return context
}

async function recordUnsent(ctx: Ctx, { reference }: NewCode, { outcome, detail }: UnsentMessage) {
  ctx.log.warn('phone.code-not-sent', { reference, outcome, detail })
  await ctx.tx((inner) => updateCodeSent(inner, reference, { state: 'failed', provider_id: null, detail }))
  return { message: localText(ctx.locale, phoneTexts, 'undelivered') }
}
