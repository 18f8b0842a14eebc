import { advanceTexts } from '#modules/backoffice/advance/advance.texts.ts'
import { decideAdvance, fetchWaitingAdvances } from '#modules/backoffice/advance/decide-advance.ts'
import { FormAlert } from '#platform/ui/alert.tsx'
import { Empty } from '#platform/ui/empty.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { PageTitle } from '#platform/ui/parts.tsx'
import type { FormState } from '#platform/web/form.ts'
import { page } from '#platform/web/page.ts'
import { redirect } from '#platform/web/page-redirect.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'
import { idOf } from '#web/pages/course/course-place.ts'
import { WaitingAdvances } from './advances-list.tsx'

type PageData = Awaited<ReturnType<typeof fetchWaitingAdvances.run>>

/** Advances that wait for a second person. */
export default page({
  address: '/manage/advances',
  title: advanceTexts.waitingTitle,
  may: fetchWaitingAdvances.may,
  layout: BackOfficeLayout,
  load: ({ ctx }) => fetchWaitingAdvances.run(ctx, {}),
  async submit({ ctx, url, form: { values } }) {
    const { message = '' } = await decideAdvance.run(ctx, {
      advance_request_id: idOf(values.advance_request_id ?? ''),
      // The operation refuses an unknown value.
      decision: values.decision as 'approved',
      note: values.note,
    })
    return redirect(url.pathname, { flash: { kind: 'success', text: message } })
  },
  view: (data, { form }) => <Advances {...data} form={form} />,
})

function Advances({ requests, form }: PageData & { form: FormState }) {
  const t = useTexts(advanceTexts)
  const isShown = requests.some((request) => String(request.advance_request_id) === form.values.advance_request_id)
  return (
    <div className="grid max-w-3xl grid-cols-1 gap-4">
      <PageTitle lead={t('waitingLead')}>{t('waitingTitle')}</PageTitle>
      {/* A request that was decided in the meantime no longer has its own place. */}
      {!isShown && <FormAlert message={form.message} />}
      {requests.length === 0 && <Empty title={t('none')}>{t('noneLead')}</Empty>}
      <WaitingAdvances requests={requests} form={form} />
    </div>
  )
}
