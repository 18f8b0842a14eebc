import { biometricsTexts } from '#modules/learning/verification/methods/biometrics/biometrics.texts.ts'
import { enrollBiometrics } from '#modules/learning/verification/methods/biometrics/enroll-biometrics.ts'
import { verifyBiometrics } from '#modules/learning/verification/methods/biometrics/verify-biometrics.ts'
import { skipMethod } from '#modules/learning/verification/waive-method.ts'
import { localText } from '#platform/texts.ts'
import { type PageRedirect, redirect } from '#platform/web/page-redirect.ts'
import type { SentAt } from './method-page.ts'
import { redirectWithMessage, redirectWithResult } from './redirect-with.ts'

/** Handles a device's response, or a request for an alternative; null for any other form. */
export async function submitDevice({ ctx, student_course_id, form, pagePath }: SentAt): Promise<PageRedirect | null> {
  const { go, response: text = '' } = form.values
  if (go === 'skipDevice')
    return redirectWithMessage(pagePath, await skipMethod.run(ctx, { student_course_id, method: 'biometrics' }))
  if (go === 'otherThanDevice')
    return redirectWithResult(pagePath, await verifyBiometrics.run(ctx, { student_course_id, unavailable: true }))
  if (go !== 'keepDevice' && go !== 'device') return null
  const response = read(text)
  const nothing = localText(ctx.locale, biometricsTexts, go === 'device' ? 'notConfirmed' : 'notKept')
  if (!response) return redirect(pagePath, { flash: { kind: 'error', text: nothing } })
  if (go === 'device')
    return redirectWithResult(pagePath, await verifyBiometrics.run(ctx, { student_course_id, response }))
  return redirectWithMessage(pagePath, await enrollBiometrics.run(ctx, { student_course_id, response }))
}

/** The browser's JSON, whose shape the operation validates; null for a form without any. */
function read(text: string) {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
