import { parseSample } from '#modules/learning/entry.ts'
import { typingSample } from '#modules/learning/verification/methods/keystroke/enroll-typing.ts'
import { verifyTyping } from '#modules/learning/verification/methods/keystroke/verify-typing.ts'
import { skipMethod } from '#modules/learning/verification/waive-method.ts'
import type { PageRedirect } from '#platform/web/page-redirect.ts'
import type { SentAt } from './method-page.ts'
import { redirectWithMessage, redirectWithResult } from './redirect-with.ts'

/** Handles a typed text, or a request for an alternative; null for any other form. */
export async function submitTyping({ ctx, student_course_id, form, pagePath }: SentAt): Promise<PageRedirect | null> {
  const { go, sample: text = '' } = form.values
  // A page without scripts records no keys.
  const sample = parseSample(text) ?? { events: [], pasted: false }
  if (go === 'sample') return redirectWithMessage(pagePath, await typingSample.run(ctx, { student_course_id, sample }))
  if (go === 'skipTyping')
    return redirectWithMessage(pagePath, await skipMethod.run(ctx, { student_course_id, method: 'keystroke' }))
  if (go === 'typing') return redirectWithResult(pagePath, await verifyTyping.run(ctx, { student_course_id, sample }))
  if (go === 'noTyping')
    return redirectWithResult(pagePath, await verifyTyping.run(ctx, { student_course_id, unavailable: true }))
  return null
}
