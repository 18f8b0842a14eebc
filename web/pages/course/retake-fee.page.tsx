import { createOwnRetake } from '#modules/checkout/charges/own-orders.ts'
import { ofCourse, quizPath } from '#modules/learning/entry.ts'
import { findRetake } from '#modules/learning/index.ts'
import { formatMoney } from '#platform/money.ts'
import { pathTo } from '#platform/path-to.ts'
import { student } from '#platform/permissions.ts'
import { FormAlert } from '#platform/ui/alert.tsx'
import BusySubmit from '#platform/ui/busy-submit.island.tsx'
import { LinkButton } from '#platform/ui/button.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { Facts, PageTitle } from '#platform/ui/parts.tsx'
import { page, type ViewInput } from '#platform/web/page.ts'
import { type PageRedirect, redirect } from '#platform/web/page-redirect.ts'
import { CourseLayout } from '#web/layouts/course.tsx'
import { payTexts } from './pay.texts.ts'
import { quizOf } from './quiz-load.ts'

type PageData = { course_name: string; name: string; fee_cents: number; attempts_left: number | null; summary: string }

/** The price of another attempt at a failed quiz; the button leads to its order. */
export default page({
  address: '/course/:studentCourseId{[0-9]+}/quiz/:componentId{[0-9]+}/pay',
  may: student,
  async load({ ctx, params }): Promise<PageData | PageRedirect> {
    const place = quizOf(params)
    await ofCourse('studentCourseId').scope!(ctx, place)
    const summary = quizPath(place, 'summary')
    const retakeKey = { student_course_id: place.studentCourseId, component_id: place.componentId }
    const { course, name, fee_cents, attempts_left, failed, paid } = await findRetake(ctx, retakeKey)
    if (!failed || paid || fee_cents === 0 || attempts_left === 0) return redirect(summary, { status: 302 })
    return { course_name: course.course_name, name, fee_cents, attempts_left, summary }
  },
  title: ({ name, course_name }) => `${name} · ${course_name}`,
  async submit({ ctx, params }) {
    const { studentCourseId: student_course_id, componentId: component_id } = quizOf(params)
    const { redirect: to = pathTo('/dashboard'), message = '' } = await createOwnRetake.run(ctx, {
      student_course_id,
      component_id,
    })
    return redirect(to, { flash: { kind: 'success', text: message } })
  },
  view: (data, input) => <RetakeFee data={data} input={input} />,
})

function RetakeFee({ data, input: { frame, form, locale } }: { data: PageData; input: ViewInput }) {
  const t = useTexts(payTexts)
  const backLink = (
    <LinkButton href={data.summary} variant="outline">
      {t('back')}
    </LinkButton>
  )
  return (
    <CourseLayout frame={frame} course={data.course_name} action={backLink}>
      <PageTitle lead={t('retakeText')}>{`${t('retake')}: ${data.name}`}</PageTitle>
      <FormAlert message={form.message} />
      <div className="grid gap-4">
        <Facts
          facts={[
            [t('fee'), formatMoney(data.fee_cents, locale)],
            [t('attempts'), data.attempts_left === null ? t('noLimit') : String(data.attempts_left)],
          ]}
        />
        <form method="post">
          <BusySubmit label={t('pay')} busyLabel={t('pay')} />
        </form>
      </div>
    </CourseLayout>
  )
}
