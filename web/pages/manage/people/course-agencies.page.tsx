import { agencyOption, directAgencies } from '#modules/learning/entry.ts'
import { courseAgencyTexts } from '#modules/learning/reporting/course-agencies.texts.ts'
import { fetchCourseAgencies, updateCourseAgency } from '#modules/learning/reporting/course-agencies.ts'
import { pathTo } from '#platform/path-to.ts'
import { holds } from '#platform/permissions.ts'
import { Button } from '#platform/ui/button.tsx'
import { Card } from '#platform/ui/card.tsx'
import { Empty } from '#platform/ui/empty.tsx'
import { useLocale, useTexts } from '#platform/ui/locale.tsx'
import { NativeSelect } from '#platform/ui/native-select.tsx'
import { PageTitle, TextLink } from '#platform/ui/parts.tsx'
import { type Frame, withCarriedParams } from '#platform/web/frame.ts'
import { page } from '#platform/web/page.ts'
import { redirect } from '#platform/web/page-redirect.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'

type Course = Awaited<ReturnType<typeof fetchCourseAgencies.run>>['courses'][number]

/** The agency that receives each course's completions. */
export default page({
  address: '/manage/completion-reports/agencies',
  title: courseAgencyTexts.title,
  may: fetchCourseAgencies.may,
  layout: BackOfficeLayout,
  load: async ({ ctx }) => ({
    ...(await fetchCourseAgencies.run(ctx, {})),
    updates: holds(ctx.actor, 'MANAGE_COURSES:UPDATE'),
  }),
  async submit({ ctx, form: { values } }) {
    const { course_id = '', reports_to = '' } = values
    const { message = '' } = await updateCourseAgency.run(ctx, {
      course_id: Number(course_id),
      reports_to: reports_to || null,
    })
    return redirect(pathTo('/manage/completion-reports/agencies'), { flash: { kind: 'success', text: message } })
  },
  view: (data, { frame }) => <View {...data} frame={frame} />,
})

function View({ courses, updates, frame }: { courses: Course[]; updates: boolean; frame: Frame }) {
  const t = useTexts(courseAgencyTexts)
  return (
    <>
      <p className="mb-1 text-sm">
        <TextLink href={withCarriedParams(frame, pathTo('/manage/completion-reports'))} alone>
          ‹ {t('back')}
        </TextLink>
      </p>
      <PageTitle>{t('title')}</PageTitle>
      <p className="mb-4 max-w-reading text-muted-foreground">{t('lead')}</p>
      {courses.length === 0 ? (
        <Empty title={t('none')}>{t('noneLead')}</Empty>
      ) : (
        <Card>
          <ul className="divide-y">
            {courses.map((course) => (
              <Row key={course.course_id} course={course} updates={updates} />
            ))}
          </ul>
        </Card>
      )}
    </>
  )
}

function Row({ course: { course_id, name, reports_to }, updates }: { course: Course; updates: boolean }) {
  const t = useTexts(courseAgencyTexts)
  const locale = useLocale()
  const options = [
    { value: '', label: t('byState') },
    ...directAgencies.map((agency) => ({ value: agency, label: agencyOption(agency, locale) })),
  ]
  return (
    <li className="grid items-center gap-2 py-3 md:grid-cols-2">
      <span className="font-semibold">{name}</span>
      {updates ? (
        <form method="post" className="flex gap-2">
          <input type="hidden" name="course_id" value={course_id} />
          <NativeSelect
            name="reports_to"
            aria-label={`${t('agency')}: ${name}`}
            defaultValue={reports_to ?? ''}
            options={options}
            className="min-w-0 flex-1"
          />
          <Button type="submit" variant="outline">
            {t('save')}
          </Button>
        </form>
      ) : (
        <span>{options.find(({ value }) => value === (reports_to ?? ''))?.label}</span>
      )}
    </li>
  )
}
