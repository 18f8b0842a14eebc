import { fetchDelivery, sendDeliveryAgain } from '#modules/identity/webhooks/deliveries.ts'
import { pathTo } from '#platform/path-to.ts'
import { admin, ofVisited } from '#platform/permissions.ts'
import { localText } from '#platform/texts.ts'
import { FormAlert } from '#platform/ui/alert.tsx'
import { Badge } from '#platform/ui/badge.tsx'
import { SubmitButton } from '#platform/ui/button.tsx'
import { Panel } from '#platform/ui/card.tsx'
import { useShowInstant, useTexts } from '#platform/ui/locale.tsx'
import { Facts, PageTitle, TextLink } from '#platform/ui/parts.tsx'
import { page } from '#platform/web/page.ts'
import { redirect } from '#platform/web/page-redirect.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'
import { idOf } from '#web/pages/course/course-place.ts'
import { deliveryTones, responseSummary } from './webhook-state.ts'
import { webhookPageTexts } from './webhooks.texts.ts'

type PageData = Awaited<ReturnType<typeof fetchDelivery.run>>

/** One delivery: its body, each attempt with its response, and a button to send it again. */
export default page({
  address: '/manage/webhooks/deliveries/:id{[0-9]+}',
  may: ofVisited(admin),
  layout: BackOfficeLayout,
  load: ({ ctx, params }) => fetchDelivery.run(ctx, { webhook_delivery_id: idOf(params.id) }),
  title: webhookPageTexts.delivery,
  async submit({ ctx, url, params }) {
    await sendDeliveryAgain.run(ctx, { webhook_delivery_id: idOf(params.id) })
    const text = localText(ctx.locale, webhookPageTexts, 'sentAgain')
    return redirect(url.pathname, { flash: { kind: 'success', text } })
  },
  view: (data, { form }) => (
    <>
      <DeliveryTitle shown={data} />
      <FormAlert message={form.message} />
      <div className="grid grid-cols-1 gap-6">
        <Overview shown={data} />
        <Tries shown={data} />
      </div>
    </>
  ),
})

function DeliveryTitle({ shown: { delivery } }: { shown: PageData }) {
  const t = useTexts(webhookPageTexts)
  const backHref = pathTo('/manage/webhooks/:id', { id: delivery.webhook_endpoint_id })
  return (
    <PageTitle
      eyebrow={<TextLink href={backHref}>{t('backToEndpoint')}</TextLink>}
      actions={
        <form method="post">
          <SubmitButton>{t('sendAgain')}</SubmitButton>
        </form>
      }
    >
      {delivery.type}
    </PageTitle>
  )
}

const block = 'rounded-md border bg-muted p-3 text-sm wrap-anywhere whitespace-pre-wrap'

function Overview({ shown: { delivery, body } }: { shown: PageData }) {
  const t = useTexts(webhookPageTexts)
  const showInstant = useShowInstant()
  const { url, event_id, subject, state, attempts, created_at, next_try_at } = delivery
  return (
    <Panel title={t('delivery')}>
      <Facts
        facts={[
          [
            t('state'),
            <Badge key="state" tone={deliveryTones[state]}>
              {t(state)}
            </Badge>,
          ],
          [
            t('event'),
            <code key="event" className="break-all">
              {event_id}
            </code>,
          ],
          [t('subject'), subject],
          [
            t('url'),
            <span key="url" className="break-all">
              {url}
            </span>,
          ],
          [t('time'), showInstant(created_at)],
          [t('attempts'), attempts],
          [t('nextTry'), next_try_at && showInstant(next_try_at)],
        ]}
      />
      <h3 className="mt-6 mb-2 font-semibold">{t('body')}</h3>
      <pre className={block}>{JSON.stringify(JSON.parse(body), null, 2)}</pre>
    </Panel>
  )
}

function Tries({ shown: { tries } }: { shown: PageData }) {
  const t = useTexts(webhookPageTexts)
  const showInstant = useShowInstant()
  return (
    <Panel title={t('attempts')}>
      {tries.length === 0 && <p className="text-muted-foreground">{t('noTries')}</p>}
      <ol className="grid gap-4">
        {tries.map(({ attempted_at, milliseconds, answer, ...last }) => (
          <li key={attempted_at}>
            <p>
              <span className="font-semibold">{responseSummary(last)}</span>{' '}
              <span className="text-muted-foreground">
                {showInstant(attempted_at)}, {t('duration', { seconds: milliseconds / 1_000 })}
              </span>
            </p>
            {answer && <pre className={`mt-2 ${block}`}>{answer}</pre>}
          </li>
        ))}
      </ol>
    </Panel>
  )
}
