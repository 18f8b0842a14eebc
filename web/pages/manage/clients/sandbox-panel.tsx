import type { fetchSandbox } from '#modules/backoffice/sandbox/sandbox.ts'
import { Alert } from '#platform/ui/alert.tsx'
import { SubmitButton } from '#platform/ui/button.tsx'
import { Panel } from '#platform/ui/card.tsx'
import { ConfirmSubmit } from '#platform/ui/confirm.tsx'
import { TextField } from '#platform/ui/field.tsx'
import { useShowInstant, useTexts } from '#platform/ui/locale.tsx'
import { Table, TableCell, TableHead } from '#platform/ui/table.tsx'
import { field } from '#platform/web/form.ts'
import type { ViewInput } from '#platform/web/page.ts'
import { sandboxPanelTexts } from './sandbox-panel.texts.ts'

type Sandbox = Awaited<ReturnType<typeof fetchSandbox.run>>
type SandboxProps = { sandbox: Sandbox; form: ViewInput['form'] }

/** The keys with which programs are tried in an organization of their own. */
export function SandboxPanel({ sandbox: { now, keys }, form }: SandboxProps) {
  const t = useTexts(sandboxPanelTexts)
  const showInstant = useShowInstant()
  const { key } = form.answer
  return (
    <Panel title={t('title')}>
      <p className="mb-4 max-w-reading text-muted-foreground">{t('lead')}</p>
      {typeof key === 'string' && (
        <Alert variant="attention" title={t('newKey')}>
          <p>{t('newKeyText')}</p>
          <code className="figures mt-2 block rounded-md bg-card px-3 py-2 break-all text-foreground select-all">
            {key}
          </code>
        </Alert>
      )}
      {now !== null && <p className="my-4">{t('now', { at: showInstant(now) })}</p>}
      {keys.length > 0 && <Keys keys={keys} />}
      <AddKey form={typeof key === 'string' ? { ...form, values: {} } : form} />
    </Panel>
  )
}

function Keys({ keys }: Pick<Sandbox, 'keys'>) {
  const t = useTexts(sandboxPanelTexts)
  const showInstant = useShowInstant()
  const columns = ['name', 'clientId', 'key', 'createdOn', 'lastUsed', 'actions'] as const
  return (
    <Table label={t('keys')} stacked>
      <thead>
        <tr>
          {columns.map((name) => (
            <TableHead key={name}>{t(name)}</TableHead>
          ))}
        </tr>
      </thead>
      <tbody>
        {keys.map(({ client_id, name, start, created_at, used_at }) => (
          <tr key={client_id}>
            <TableCell className="max-md:font-semibold">{name}</TableCell>
            <TableCell label={t('clientId')} className="figures">
              {client_id}
            </TableCell>
            <TableCell label={t('key')} className="figures">{`${start}…`}</TableCell>
            <TableCell label={t('createdOn')}>{showInstant(created_at)}</TableCell>
            <TableCell label={t('lastUsed')}>{used_at ? showInstant(used_at) : t('never')}</TableCell>
            <TableCell>
              <form method="post">
                <ConfirmSubmit
                  label={t('endKey')}
                  title={`${t('endKey')}: ${name}`}
                  name="test_client_id"
                  value={String(client_id)}
                  size="sm"
                  aria-label={`${t('endKey')}: ${name}`}
                >
                  {t('endKeyText')}
                </ConfirmSubmit>
              </form>
            </TableCell>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

function AddKey({ form }: Pick<SandboxProps, 'form'>) {
  const t = useTexts(sandboxPanelTexts)
  return (
    // The response shows the new key in this panel, far below the top of the page.
    <form method="post" action="#sandbox" className="mt-4 grid max-w-2xl gap-4">
      <TextField {...field(form, 'test_name', '')} label={t('keyName')} autoComplete="off" required />
      <TextField
        {...field(form, 'test_contact_email', '')}
        type="email"
        label={t('contact')}
        autoComplete="off"
        required
      />
      <div>
        <SubmitButton name="action" value="testKey" variant="outline">
          {t('addKey')}
        </SubmitButton>
      </div>
    </form>
  )
}
