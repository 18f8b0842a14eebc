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
      <Waiting key={request.advance_request_id} one={request} form={form} />
    ))}
  </>
)

function Waiting({ one, form }: Props & { one: Request }) {
  const t = useTexts(advanceTexts)
  const showDate = useShowDate()
  const isSent = form.values.advance_request_id === String(one.advance_request_id)
  const { component_name: name } = one
  return (
    <Panel title={`${one.student_name} · ${one.course_name}`}>
      <Facts
        facts={[
          [
            t('student'),
            <TextLink key="student" href={pathTo('/manage/student/:id', { id: one.student_id })}>
              {one.student_name}
            </TextLink>,
          ],
          [t('upTo'), one.complete_ind ? t('included', { name }) : name],
          [t('reason'), one.reason],
          [t('askedBy'), one.asked_by_name ?? t('fromAbove')],
          [t('askedOn'), showDate(one.asked_at)],
          [t('until'), showDate(one.expires_at)],
        ]}
      />
      {isSent && <FormAlert message={form.message} />}
      {one.can.decide && <Decision one={one} form={form} mine={isSent} />}
      {one.can.withdraw && (
        <form method="post" action={pathTo('/manage/advances')} className="mt-4">
          <Which one={one} decision="withdrawn" />
          <BusySubmit label={t('withdraw')} busyLabel={t('working')} variant="outline" />
        </form>
      )}
    </Panel>
  )
}

const Which = ({ one, decision }: { one: Request; decision: string }) => (
  <>
    <input type="hidden" name="advance_request_id" value={one.advance_request_id} />
    <input type="hidden" name="decision" value={decision} />
  </>
)

function Decision({ one, form, mine }: Props & { one: Request; mine: boolean }) {
  const t = useTexts(advanceTexts)
  return (
    <div className="mt-4 grid gap-4">
      <form method="post" action={pathTo('/manage/advances')}>
        <Which one={one} decision="approved" />
        <BusySubmit label={t('approve')} busyLabel={t('working')} />
      </form>
      <form method="post" action={pathTo('/manage/advances')} className="grid gap-3">
        <Which one={one} decision="declined" />
        <TextareaField
          {...(mine ? field(form, 'note') : { name: 'note' })}
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
