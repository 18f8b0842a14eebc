import { parseSample, typingSample, verifyTyping, waiveTyping } from '../../../modules/learning/index.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import type { SentForm } from '../../../platform/web/form.ts'
import { type PageRedirect, redirect } from '../../../platform/web/page-redirect.ts'

type Sent = { ctx: Ctx; student_course_id: number; form: SentForm; here: string }

/** Takes a typed text, or the wish for another way; null for a form that is about neither. */
export async function submitTyping({ ctx, student_course_id, form, here }: Sent): Promise<PageRedirect | null> {
  const { go, sample: text = '' } = form.values
  // A page without scripts hears no keys.
  const sample = parseSample(text) ?? { events: [], pasted: false }
  if (go === 'sample') return lead(here, await typingSample.run(ctx, { student_course_id, sample }))
  if (go === 'waiveTyping') return lead(here, await waiveTyping.run(ctx, { student_course_id }))
  if (go === 'typing') return answer(here, await verifyTyping.run(ctx, { student_course_id, sample }))
  if (go === 'noTyping') return answer(here, await verifyTyping.run(ctx, { student_course_id, unavailable: true }))
  return null
}

type Saved = { redirect?: string; message?: string }

const lead = (here: string, { redirect: to, message }: Saved) =>
  redirect(to ?? here, message ? { flash: { kind: 'success', text: message } } : {})

const answer = (here: string, { redirect: to, message, verified }: Saved & { verified: boolean }) =>
  redirect(to ?? here, message ? { flash: { kind: verified ? 'success' : 'error', text: message } } : {})
