import { advanceTexts } from '#modules/backoffice/advance/advance.texts.ts'
import type { fetchWaitingAdvances } from '#modules/backoffice/advance/decide-advance.ts'
import { pathTo } from '#platform/path-to.ts'
import { FormAlert } from '#platform/ui/alert.tsx'
import BusySubmit from '#platform/ui/busy-submit.island.tsx'
import { Panel } from '#platform/ui/card.tsx'
import { TextareaField } from '#platform/ui/field.tsx'
import { useShowDate, useTexts } from '#platform/ui/locale.tsx'
import { Facts, TextLink } from '#platform/ui/parts.tsx'
import { type FormState, field } from '#platform/web/form.ts'

type Request = Awaited<ReturnType<typeof fetchWaitingAdvances.run>>['requests'][number]
type Props = { form: FormState }

/** Requests with their details, and the buttons of people who may decide on them or withdraw them. */
export const WaitingAdvances = ({ requests, form }: Props & { requests: readonly Request[] }) => (
  <>
    {requests.map((request) => (
      <Waiting key={request.advance_request_id} request={request} form={form} />
    ))}
  </>
)

function Waiting({ request, form }: Props & { request: Request }) {
  const t = useTexts(advanceTexts)
  const showDate = useShowDate()
  const isSent = form.values.advance_request_id === String(request.advance_request_id)
  const { component_name: name } = request
  return (
    <Panel title={`${request.student_name} · ${request.course_name}`}>
      <Facts
        facts={[
          [
            t('student'),
            <TextLink key="student" href={pathTo('/manage/student/:id', { id: request.student_id })}>
              {request.student_name}
            </TextLink>,
          ],
          [t('upTo'), request.complete_ind ? t('included', { name }) : name],
          [t('reason'), request.reason],
          [t('askedBy'), request.asked_by_name ?? t('fromAbove')],
          [t('askedOn'), showDate(request.asked_at)],
          [t('until'), showDate(request.expires_at)],
        ]}
      />
      {isSent && <FormAlert message={form.message} />}
      {request.can.decide && <Decision request={request} form={form} isOwn={isSent} />}
      {request.can.withdraw && (
        <form method="post" action={pathTo('/manage/advances')} className="mt-4">
          <HiddenFields request={request} decision="withdrawn" />
          <BusySubmit label={t('withdraw')} busyLabel={t('working')} variant="outline" />
        </form>
      )}
    </Panel>
  )
}

const HiddenFields = ({ request, decision }: { request: Request; decision: string }) => (
  <>
    <input type="hidden" name="advance_request_id" value={request.advance_request_id} />
    <input type="hidden" name="decision" value={decision} />
  </>
)

function Decision({ request, form, isOwn }: Props & { request: Request; isOwn: boolean }) {
  const t = useTexts(advanceTexts)
  return (
    <div className="mt-4 grid gap-4">
      <form method="post" action={pathTo('/manage/advances')}>
        <HiddenFields request={request} decision="approved" />
        <BusySubmit label={t('approve')} busyLabel={t('working')} />
      </form>
      <form method="post" action={pathTo('/manage/advances')} className="grid gap-3">
        <HiddenFields request={request} decision="declined" />
        <TextareaField
          {...(isOwn ? field(form, 'note') : { name: 'note' })}
          label={t('note')}
          maxLength={500}
          rows={2}
          optional
        />
        <div>
          <BusySubmit label={t('decline')} busyLabel={t('working')} variant="outline" />
        </div>
      </form>
    </div>
  )
}
