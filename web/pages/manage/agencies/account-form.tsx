import { agencyPageTexts } from '#modules/learning/reporting/accounts/agency-pages.texts.ts'
import { Alert } from '#platform/ui/alert.tsx'
import BusySubmit from '#platform/ui/busy-submit.island.tsx'
import { Button } from '#platform/ui/button.tsx'
import { Panel } from '#platform/ui/card.tsx'
import { SelectField, TextareaField, TextField } from '#platform/ui/field.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { field } from '#platform/web/form.ts'
import type { ViewInput } from '#platform/web/page.ts'
import type { AgencyShown } from './agency-parts.tsx'

type FormProps = { shown: AgencyShown; changes: boolean; form: ViewInput['form'] }

/** How the organization reports to the agency, with the settings of that way; a test for an interface. */
export function AccountForm({ shown, changes, form }: FormProps) {
  const t = useTexts(agencyPageTexts)
  const { methods, shown_method, method, inherited, missing, fields } = shown
  const labels = fields.filter(({ name }) => missing.includes(name)).map(({ label }) => label)
  return (
    <Panel title={t('account')}>
      <form className="mb-4 flex flex-wrap items-end gap-3">
        <SelectField
          name="method"
          label={t('way')}
          defaultValue={shown_method}
          options={methods.map((value) => ({ value, label: t(value) }))}
          className="min-w-64 flex-1"
        />
        <Button type="submit" variant="outline">
          {t('show')}
        </Button>
      </form>
      {labels.length > 0 && (
        <Alert variant="attention" className="mb-4">
          <p>{t('incomplete', { fields: labels.join(', ') })}</p>
        </Alert>
      )}
      {labels.length === 0 && shown_method === method && !inherited && <p className="mb-4">{t('complete')}</p>}
      {changes && (
        <form method="post" className="grid gap-4">
          <input type="hidden" name="action" value="account" />
          <input type="hidden" name="method" value={shown_method} />
          {fields.length === 0 && <p className="text-muted-foreground">{t('noFields')}</p>}
          {fields.map((each) => (
            <Setting key={each.name} setting={each} form={form} />
          ))}
          <div>
            <BusySubmit label={t('save')} busyLabel={t('saving')} />
          </div>
        </form>
      )}
      {changes && shown_method === 'service' && method === 'service' && !inherited && <Tests />}
    </Panel>
  )
}

function Setting({ setting, form }: { setting: AgencyShown['fields'][number]; form: ViewInput['form'] }) {
  const t = useTexts(agencyPageTexts)
  const { name, label, hint, kind, choices, optional, value, filled } = setting
  const shared = { label, optional, ...(hint && { hint }) }
  if (kind === 'secret') {
    return (
      <TextField
        {...field(form, `secrets.${name}`)}
        {...shared}
        type="password"
        autoComplete="new-password"
        {...(filled && { hint: t('stored') })}
      />
    )
  }
  const own = field(form, `settings.${name}`, value)
  if (kind === 'choice') return <SelectField {...own} {...shared} options={choices} placeholder="–" />
  if (kind === 'line') return <TextField {...own} {...shared} autoComplete="off" />
  return <TextareaField {...own} {...shared} rows={kind === 'document' ? 8 : 4} spellCheck={false} />
}

/** Asks the service for its description, and sends a made-up completion where the agency allows it. */
function Tests() {
  const t = useTexts(agencyPageTexts)
  return (
    <div className="mt-4 flex flex-wrap gap-3">
      {(['test', 'record'] as const).map((action) => (
        <form method="post" key={action}>
          <input type="hidden" name="action" value={action} />
          <BusySubmit
            label={t(action === 'record' ? 'testRecord' : 'test')}
            busyLabel={t('testing')}
            variant="outline"
          />
        </form>
      ))}
    </div>
  )
}
