import { courseExtension } from '#modules/learning/enrollment/course-extension.ts'
import { extendCourse } from '#modules/learning/enrollment/extend-course.ts'
import { maxDays } from '#modules/learning/enrollment/extension.shared.ts'
import { extensionTexts } from '#modules/learning/enrollment/extension.texts.ts'
import BusySubmit from '#platform/ui/busy-submit.island.tsx'
import { TextareaField, TextField } from '#platform/ui/field.tsx'
import { useShowDate, useTexts } from '#platform/ui/locale.tsx'
import { Table, TableCell, TableHead } from '#platform/ui/table.tsx'
import { field } from '#platform/web/form.ts'
import { page, type ViewInput } from '#platform/web/page.ts'
import { redirect } from '#platform/web/page-redirect.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'
import { idOf } from '#web/pages/course/course-place.ts'
import { StudentCoursePage } from '#web/pages/manage/student-course-page.tsx'

type PageData = Awaited<ReturnType<typeof courseExtension.run>>

/** Gives a student more days to finish a course. */
export default page({
  address: '/manage/course-extension/:student_course_id{[0-9]+}',
  title: extensionTexts.title,
  may: courseExtension.may,
  layout: BackOfficeLayout,
  load: async ({ ctx, params }) => ({
    data: await courseExtension.run(ctx, { student_course_id: idOf(params.student_course_id) }),
    request_id: crypto.randomUUID() as string,
  }),
  async submit({ ctx, params, url, form: { values } }) {
    const { days = '', reason = '', request_id = '', expires_at } = values
    const { message = '' } = await extendCourse.run(ctx, {
      student_course_id: idOf(params.student_course_id),
      days: Number(days),
      reason,
      request_id,
      expires_at: expires_at || null,
    })
    return redirect(url.pathname, { flash: { kind: 'success', text: message } })
  },
  view: (data, input) => <CourseExtension {...data} input={input} />,
})

type Props = { data: PageData; request_id: string; input: ViewInput }

function CourseExtension({ data, request_id, input }: Props) {
  const t = useTexts(extensionTexts)
  const showDate = useShowDate()
  const { expires_at, latest, extendable, updates } = data
  const { form } = input
  const facts = [
    [t('ends'), expires_at ? showDate(expires_at) : t('noEnd')] as const,
    ...(latest ? [[t('latest'), `${latest.agency}: ${showDate(latest.at)}`] as const] : []),
  ]
  return (
    <>
      <StudentCoursePage title={t('title')} course={data} facts={facts} input={input}>
        {!extendable && <p>{t('notOffered')}</p>}
        {extendable && updates && (
          <form method="post" className="grid gap-4">
            <p>{t('lead')}</p>
            <input type="hidden" name="request_id" value={form.values.request_id ?? request_id} />
            <input type="hidden" name="expires_at" value={expires_at ?? ''} />
            <TextField
              {...field(form, 'days', '7')}
              label={t('days')}
              hint={t('daysHint')}
              type="number"
              min={1}
              max={maxDays}
              required
            />
            <TextareaField {...field(form, 'reason')} label={t('reason')} maxLength={2_000} required />
            <div>
              <BusySubmit label={t('extend')} busyLabel={t('busy')} />
            </div>
          </form>
        )}
      </StudentCoursePage>
      {data.extensions.length > 0 && <History extensions={data.extensions} />}
    </>
  )
}

function History({ extensions }: Pick<PageData, 'extensions'>) {
  const t = useTexts(extensionTexts)
  const showDate = useShowDate()
  return (
    <section aria-label={t('history')} className="mt-8 max-w-4xl">
      <h2 className="mb-3 text-lg font-semibold">{t('history')}</h2>
      <Table label={t('history')} stacked>
        <thead>
          <tr>
            <TableHead>{t('on')}</TableHead>
            <TableHead>{t('by')}</TableHead>
            <TableHead>{t('before')}</TableHead>
            <TableHead>{t('after')}</TableHead>
            <TableHead>{t('reason')}</TableHead>
          </tr>
        </thead>
        <tbody>
          {extensions.map(({ course_extension_id, at, by, expired_before, expires_at, reason }) => (
            <tr key={course_extension_id}>
              <TableCell label={t('on')}>{showDate(at)}</TableCell>
              <TableCell label={t('by')}>{by || '—'}</TableCell>
              <TableCell label={t('before')}>{showDate(expired_before) || '—'}</TableCell>
              <TableCell label={t('after')}>{showDate(expires_at)}</TableCell>
              <TableCell label={t('reason')} className="wrap-anywhere">
                {reason}
              </TableCell>
            </tr>
          ))}
        </tbody>
      </Table>
    </section>
  )
}
