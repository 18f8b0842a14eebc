import { sendCode } from '#modules/learning/verification/methods/phone/send-code.ts'
import { verifyCode } from '#modules/learning/verification/methods/phone/verify-code.ts'
import { type PageRedirect, redirect } from '#platform/web/page-redirect.ts'
import type { SentAt } from './method-page.ts'
import { redirectWithResult } from './redirect-with.ts'

/** Sends a code to a phone, or checks an entered one; null for any other form. */
export async function submitPhone({ ctx, student_course_id, form, pagePath }: SentAt): Promise<PageRedirect | null> {
  const { go, channel, code = '' } = form.values
  if (go === 'send') {
    const { sent, message = '' } = await sendCode.run(ctx, {
      student_course_id,
      channel: channel === 'voice' ? 'voice' : 'sms',
    })
    // The page itself shows that the code was sent.
    return redirect(pagePath, sent ? {} : { flash: { kind: 'error', text: message } })
  }
  if (go !== 'code') return null
  const result = await verifyCode.run(ctx, { student_course_id, code })
  return redirectWithResult(pagePath, result)
}
