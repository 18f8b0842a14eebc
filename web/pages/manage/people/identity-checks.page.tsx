import type { Waivable } from '#modules/learning/entry.ts'
import { answerAppeal, unlockCourse } from '#modules/learning/verification/appeal.ts'
import { courseChecks, resetSetup } from '#modules/learning/verification/staff.ts'
import { verificationTexts } from '#modules/learning/verification/verification.texts.ts'
import { waiveMethod } from '#modules/learning/verification/waive-method.ts'
import type { Ctx } from '#platform/ctx.ts'
import { holds } from '#platform/permissions.ts'
import { localize, localText } from '#platform/texts.ts'
import { page } from '#platform/web/page.ts'
import { redirect } from '#platform/web/page-redirect.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'
import { idOf } from '#web/pages/course/course-place.ts'
import { methodPages } from '#web/pages/course/methods/methods.ts'
import { IdentityChecks } from './identity-checks-view.tsx'

/** The identity checks of a student's course, and the decisions that staff may make. */
export default page({
  address: '/manage/identity-checks/:student_course_id{[0-9]+}',
  title: verificationTexts.staffTitle,
  may: courseChecks.may,
  layout: BackOfficeLayout,
  load: async ({ ctx, params }) => ({
    course: await courseChecks.run(ctx, { student_course_id: idOf(params.student_course_id) }),
    decides: holds(ctx.actor, 'MANAGE_STUDENTS:UPDATE'),
  }),
  async submit({ ctx, params, url, form: { values } }) {
    const text = await decide(ctx, idOf(params.student_course_id), values)
    return redirect(url.pathname, { flash: { kind: 'success', text } })
  },
  view: (data, input) => <IdentityChecks {...data} input={input} />,
})

async function decide(ctx: Ctx, student_course_id: number, values: Readonly<Record<string, string>>): Promise<string> {
  const { go, notes = '', reply = '' } = values
  const t = (key: 'answered' | 'unlockedByStaff') => localText(ctx.locale, verificationTexts, key)
  if (go === 'accept' || go === 'decline') {
    const identity_appeal_id = idOf(values.identity_appeal_id ?? '')
    await answerAppeal.run(ctx, { identity_appeal_id, accepted: go === 'accept', reply })
    return t('answered')
  }
  if (go === 'reset') return (await resetSetup.run(ctx, { student_course_id, notes })).message ?? ''
  if (go === 'waive' || go === 'unwaive') {
    const method = values.method as Waivable
    await waiveMethod.run(ctx, { student_course_id, method, waived: go === 'waive', notes })
    return localize(ctx.locale, methodPages[method].waiver!.words.changed)
  }
  await unlockCourse.run(ctx, { student_course_id, notes })
  return t('unlockedByStaff')
}
