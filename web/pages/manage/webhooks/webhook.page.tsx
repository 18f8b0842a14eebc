import { fetchDeliveries } from '#modules/identity/webhooks/deliveries.ts'
import {
  endWebhook,
  fetchWebhooks,
  pauseWebhook,
  resumeWebhook,
  rotateWebhookSecret,
  saveWebhook,
  testWebhook,
} from '#modules/identity/webhooks/endpoints.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { pathTo } from '#platform/path-to.ts'
import { admin, ofVisited } from '#platform/permissions.ts'
import { localText } from '#platform/texts.ts'
import { FormAlert } from '#platform/ui/alert.tsx'
import { Badge } from '#platform/ui/badge.tsx'
import { SubmitButton } from '#platform/ui/button.tsx'
import { Panel } from '#platform/ui/card.tsx'
import { ConfirmSubmit } from '#platform/ui/confirm.tsx'
import { useShowInstant, useTexts } from '#platform/ui/locale.tsx'
import { Facts, PageTitle, TextLink } from '#platform/ui/parts.tsx'
import { redisplayForm, type SentForm } from '#platform/web/form.ts'
import { page, type ViewInput } from '#platform/web/page.ts'
import { redirect } from '#platform/web/page-redirect.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'
import { toProof } from '#web/pages/account/enter.ts'
import { idOf } from '#web/pages/course/course-place.ts'
import { DeliveriesPanel, type ShownDelivery } from './deliveries-panel.tsx'
import { NewSecret, type ShownEndpoint } from './endpoints-panel.tsx'
import { WebhookForm, webhookInput } from './webhook-form.tsx'
import { endpointTones } from './webhook-state.ts'
import { webhookPageTexts } from './webhooks.texts.ts'

type PageData = { endpoint: ShownEndpoint; deliveries: readonly ShownDelivery[]; has_more: boolean; older: boolean }

/** One webhook endpoint: its state, settings and deliveries. */
export default page({
  address: '/manage/webhooks/:id{[0-9]+}',
  may: ofVisited(admin),
  layout: BackOfficeLayout,
  async load({ ctx, params, query }): Promise<PageData> {
    const endpoint = await selectEndpoint(ctx, idOf(params.id))
    const { webhook_endpoint_id } = endpoint
    const before = query.before ? idOf(query.before) : undefined
    const { deliveries, has_more } = await fetchDeliveries.run(ctx, {
      webhook_endpoint_id,
      ...(before && { before }),
    })
    return { endpoint, deliveries, has_more, older: before !== undefined }
  },
  title: webhookPageTexts.title,
  async submit({ ctx, url, params, form }) {
    const webhook_endpoint_id = idOf(params.id)
    try {
      if (form.values.action === 'rotate')
        return redisplayForm(await rotateWebhookSecret.run(ctx, { webhook_endpoint_id }))
      const { client_id } = await selectEndpoint(ctx, webhook_endpoint_id)
      const result = await change(ctx, webhook_endpoint_id, form)
      const to = result === 'endedNow' ? pathTo('/manage/clients/:id', { id: client_id }) : url.pathname
      return redirect(to, { flash: { kind: 'success', text: localText(ctx.locale, webhookPageTexts, result) } })
    } catch (error) {
      return toProof(error, url)
    }
  },
  view: (data, { form }) => <WebhookView webhook={data} form={form} />,
})

async function selectEndpoint(ctx: Ctx, webhook_endpoint_id: number): Promise<ShownEndpoint> {
  const { endpoints } = await fetchWebhooks.run(ctx, {})
  const endpoint = endpoints.find((endpoint) => endpoint.webhook_endpoint_id === webhook_endpoint_id)
  if (!endpoint) throw errors.notFound()
  return endpoint
}

/** Runs the form's action and returns the name of its message. */
async function change(ctx: Ctx, webhook_endpoint_id: number, form: SentForm) {
  const webhookEndpoint = { webhook_endpoint_id }
  switch (form.values.action) {
    case 'test':
      await testWebhook.run(ctx, webhookEndpoint)
      return 'tested'
    case 'pause':
      await pauseWebhook.run(ctx, webhookEndpoint)
      return 'pausedNow'
    case 'resume':
      await resumeWebhook.run(ctx, webhookEndpoint)
      return 'resumedNow'
    case 'end':
      await endWebhook.run(ctx, webhookEndpoint)
      return 'endedNow'
    default:
      await saveWebhook.run(ctx, { ...webhookEndpoint, ...webhookInput(form) })
      return 'saved'
  }
}

function WebhookView({ webhook, form }: { webhook: PageData; form: ViewInput['form'] }) {
  const t = useTexts(webhookPageTexts)
  const { endpoint, deliveries, has_more, older } = webhook
  const { secret } = form.answer
  return (
    <>
      <PageTitle
        eyebrow={<TextLink href={pathTo('/manage/clients/:id', { id: endpoint.client_id })}>{t('back')}</TextLink>}
        actions={<EndpointActions state={endpoint.state} />}
      >
        {t('title')}
      </PageTitle>
      <FormAlert message={form.message} />
      <div className="grid grid-cols-1 gap-6">
        {typeof secret === 'string' && <NewSecret secret={secret} />}
        <Overview endpoint={endpoint} />
        <DeliveriesPanel deliveries={deliveries} hasMore={has_more} older={older} />
        <Panel title={t('details')}>
          <WebhookForm values={endpoint} form={form} action="save" submit={t('save')} />
        </Panel>
      </div>
    </>
  )
}

function EndpointActions({ state }: Pick<ShownEndpoint, 'state'>) {
  const t = useTexts(webhookPageTexts)
  const other = state === 'active' ? 'pause' : 'resume'
  return (
    <form method="post" className="flex flex-wrap gap-2">
      {state === 'active' && (
        <SubmitButton name="action" value="test">
          {t('test')}
        </SubmitButton>
      )}
      <SubmitButton name="action" value={other} variant="outline">
        {t(other)}
      </SubmitButton>
      <ConfirmSubmit label={t('rotate')} name="action" value="rotate">
        {t('rotateText')}
      </ConfirmSubmit>
      <ConfirmSubmit label={t('end')} name="action" value="end">
        {t('endText')}
      </ConfirmSubmit>
    </form>
  )
}

function Overview({ endpoint }: { endpoint: ShownEndpoint }) {
  const t = useTexts(webhookPageTexts)
  const showInstant = useShowInstant()
  const { url, state, event_types, client_name, created_at, failing_since, former_secret_until, waiting } = endpoint
  return (
    <Panel title={t('glance')}>
      <Facts
        facts={[
          [
            t('state'),
            <Badge key="state" tone={endpointTones[state]}>
              {t(state)}
            </Badge>,
          ],
          [
            t('url'),
            <span key="url" className="break-all">
              {url}
            </span>,
          ],
          [t('client'), client_name],
          [t('types'), event_types.join(', ') || t('every')],
          [t('createdOn'), showInstant(created_at)],
          [t('waiting'), waiting],
          [t('failingSince'), failing_since && showInstant(failing_since)],
          [t('formerUntil'), former_secret_until && showInstant(former_secret_until)],
        ]}
      />
    </Panel>
  )
}
