import { extraPercents } from '#modules/learning/extra-time/extra-percents.shared.ts'
import { extraTimeTexts } from '#modules/learning/extra-time/extra-time.texts.ts'
import { fetchExtraTime, setExtraTime } from '#modules/learning/extra-time/extra-time.ts'
import { pathTo } from '#platform/path-to.ts'
import { localText } from '#platform/texts.ts'
import { FormAlert } from '#platform/ui/alert.tsx'
import BusySubmit from '#platform/ui/busy-submit.island.tsx'
import { Card } from '#platform/ui/card.tsx'
import { SelectField, TextareaField } from '#platform/ui/field.tsx'
import { useShowDate, useTexts } from '#platform/ui/locale.tsx'
import { Facts, PageTitle, TextLink } from '#platform/ui/parts.tsx'
import { field } from '#platform/web/form.ts'
import { withCarriedParams } from '#platform/web/frame.ts'
import { page, type ViewInput } from '#platform/web/page.ts'
import { redirect } from '#platform/web/page-redirect.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'
import { idOf } from '#web/pages/course/course-place.ts'

type PageData = Awaited<ReturnType<typeof fetchExtraTime.run>>
type Percent = Parameters<typeof setExtraTime.run>[1]['percent']

/** Gives a student more time in quizzes, exams and identity checks. */
export default page({
  address: '/manage/extra-time/:user_id{[0-9]+}',
  title: extraTimeTexts.title,
  may: fetchExtraTime.may,
  layout: BackOfficeLayout,
  load: ({ ctx, params }) => fetchExtraTime.run(ctx, { user_id: idOf(params.user_id) }),
  async submit({ ctx, params, url, form: { values } }) {
    const { percent = '', reason = '' } = values
    await setExtraTime.run(ctx, { user_id: idOf(params.user_id), percent: Number(percent) as Percent, reason })
    return redirect(url.pathname, { flash: { kind: 'success', text: localText(ctx.locale, extraTimeTexts, 'saved') } })
  },
  view: (data, input) => <ExtraTime data={data} input={input} />,
})

function ExtraTime({ data, input: { form, frame } }: { data: PageData; input: ViewInput }) {
  const t = useTexts(extraTimeTexts)
  const showDate = useShowDate()
  const { user_id, student_name, percent, by, given_at, updates } = data
  const inWords = (factor: number) => (factor === 0 ? t('none') : t('more', { percent: factor }))
  const account = pathTo('/manage/student/:id/account', { id: user_id }, { query: { tab: 'courses' } })
  return (
    <>
      <p className="mb-1 text-sm">
        <TextLink href={withCarriedParams(frame, account)} alone>
          ‹ {t('back')}
        </TextLink>
      </p>
      <PageTitle lead={t('lead')}>{t('title')}</PageTitle>
      <FormAlert message={form.message} />
      <Card className="grid max-w-2xl gap-6">
        <Facts
          facts={[
            [t('student'), student_name || '—'],
            [t('now'), inWords(percent)],
            ...(given_at ? [[t('by'), by || '—'] as const, [t('on'), showDate(given_at)] as const] : []),
            ...(data.reason ? [[t('reason'), data.reason] as const] : []),
          ]}
        />
        {updates && (
          <form method="post" className="grid gap-4">
            <SelectField
              {...field(form, 'percent', String(percent))}
              label={t('percent')}
              options={[0, ...extraPercents].map((option) => ({ value: String(option), label: inWords(option) }))}
            />
            <TextareaField {...field(form, 'reason')} label={t('reason')} maxLength={2_000} required />
            <div>
              <BusySubmit label={t('save')} busyLabel={t('saving')} />
            </div>
          </form>
        )}
      </Card>
    </>
  )
}
