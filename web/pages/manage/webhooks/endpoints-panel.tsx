import type { fetchWebhooks } from '#modules/identity/webhooks/endpoints.ts'
import { pathTo } from '#platform/path-to.ts'
import { Alert } from '#platform/ui/alert.tsx'
import { Badge } from '#platform/ui/badge.tsx'
import { Panel } from '#platform/ui/card.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { TextLink } from '#platform/ui/parts.tsx'
import { Table, TableCell, TableHead } from '#platform/ui/table.tsx'
import type { ViewInput } from '#platform/web/page.ts'
import { WebhookForm } from './webhook-form.tsx'
import { endpointTones } from './webhook-state.ts'
import { webhookPageTexts } from './webhooks.texts.ts'

export type ShownEndpoint = Awaited<ReturnType<typeof fetchWebhooks.run>>['endpoints'][number]

/** A secret that is shown once. */
export function NewSecret({ secret }: { secret: string }) {
  const t = useTexts(webhookPageTexts)
  return (
    <Alert variant="attention" title={t('secret')}>
      <p>{t('secretText')}</p>
      <code className="figures mt-2 block rounded-md bg-card px-3 py-2 break-all text-foreground select-all">
        {secret}
      </code>
    </Alert>
  )
}

type EndpointsPanelProps = { endpoints: readonly ShownEndpoint[]; form: ViewInput['form'] }

/** The webhook endpoints of one client, and the form for another one. */
export function EndpointsPanel({ endpoints, form }: EndpointsPanelProps) {
  const t = useTexts(webhookPageTexts)
  const webhookForm = form.values.action === 'webhook' ? form : { ...form, values: {}, errors: {} }
  return (
    <Panel title={t('webhooks')}>
      <p className="mb-4 max-w-reading text-muted-foreground">{endpoints.length > 0 ? t('webhooksLead') : t('none')}</p>
      {endpoints.length > 0 && <EndpointTable endpoints={endpoints} />}
      <WebhookForm values={{ url: '', event_types: [] }} form={webhookForm} action="webhook" submit={t('add')} />
    </Panel>
  )
}

function EndpointTable({ endpoints }: Pick<EndpointsPanelProps, 'endpoints'>) {
  const t = useTexts(webhookPageTexts)
  const columns = ['url', 'state', 'types', 'waiting'] as const
  return (
    <Table label={t('webhooks')} stacked className="mb-6">
      <thead>
        <tr>
          {columns.map((name) => (
            <TableHead key={name}>{t(name)}</TableHead>
          ))}
        </tr>
      </thead>
      <tbody>
        {endpoints.map(({ webhook_endpoint_id: id, url, state, event_types, waiting }) => (
          <tr key={id}>
            <TableCell className="break-all max-md:font-semibold">
              <TextLink href={pathTo('/manage/webhooks/:id', { id })}>{url}</TextLink>
            </TableCell>
            <TableCell label={t('state')}>
              <Badge tone={endpointTones[state]}>{t(state)}</Badge>
            </TableCell>
            <TableCell label={t('types')}>{event_types.join(', ') || t('every')}</TableCell>
            <TableCell label={t('waiting')}>{waiting}</TableCell>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
