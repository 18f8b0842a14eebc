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

type FormProps = { agency: AgencyShown; changes: boolean; form: ViewInput['form'] }

/** The organization's reporting method for the agency, with its settings; a test for an interface. */
export function AccountForm({ agency, changes, form }: FormProps) {
  const t = useTexts(agencyPageTexts)
  const { methods, shown_method, method, inherited, missing, fields, preview, testable } = agency
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
          {fields.map((field) => (
            <div key={field.name}>
              <Setting setting={field} form={form} />
              <Claims claims={field.claims} />
            </div>
          ))}
          <div>
            <BusySubmit label={t('save')} busyLabel={t('saving')} />
          </div>
        </form>
      )}
      {preview && <LayoutCheck preview={preview} />}
      {changes && testable && !inherited && <Tests records={method === 'service'} />}
    </Panel>
  )
}

function Setting({ setting, form }: { setting: AgencyShown['fields'][number]; form: ViewInput['form'] }) {
  const t = useTexts(agencyPageTexts)
  const { name, label, hint, kind, choices, optional, lines, value, filled } = setting
  const shared = { label, optional, ...(hint && { hint }) }
  const storedHint = filled ? { hint: t('stored') } : {}
  if (kind === 'secret' && lines) {
    return <TextareaField {...field(form, `secrets.${name}`)} {...shared} {...storedHint} rows={4} spellCheck={false} />
  }
  if (kind === 'secret') {
    return (
      <TextField
        {...field(form, `secrets.${name}`)}
        {...shared}
        type="password"
        autoComplete="new-password"
        {...storedHint}
      />
    )
  }
  const control = field(form, `settings.${name}`, value)
  if (kind === 'choice') return <SelectField {...control} {...shared} options={choices} placeholder="–" />
  if (kind === 'line') return <TextField {...control} {...shared} autoComplete="off" />
  return <TextareaField {...control} {...shared} rows={kind === 'document' ? 8 : 4} spellCheck={false} />
}

/** What each source states about a setting, where sources disagree. */
function Claims({ claims }: Pick<AgencyShown['fields'][number], 'claims'>) {
  const t = useTexts(agencyPageTexts)
  if (claims.length === 0) return null
  return (
    <div className="mt-2 rounded-md border p-3 text-sm">
      <p className="font-semibold">{t('disagree')}</p>
      <ul className="ms-5 list-disc">
        {claims.map(({ text, source }) => (
          <li key={source}>
            {text} · {source}
          </li>
        ))}
      </ul>
    </div>
  )
}

/**
 * Fetches the service's description or signs in to the server, and sends a sample completion where the agency allows
 * it.
 */
function Tests({ records }: { records: boolean }) {
  const t = useTexts(agencyPageTexts)
  return (
    <div className="mt-4 flex flex-wrap gap-3">
      {(records ? (['test', 'record'] as const) : (['test'] as const)).map((action) => (
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

type Preview = NonNullable<AgencyShown['preview']>

const sampleTexts = {
  lines: 'sampleLines',
  length: 'sampleLength',
  columns: 'sampleColumns',
  names: 'sampleNames',
  constant: 'sampleConstant',
  code: 'sampleCode',
  date: 'sampleDate',
  missing: 'sampleMissing',
  count: 'sampleCount',
  checksum: 'sampleChecksum',
} as const

/** The differences between the agency's sample and the layout, and the file of a sample completion. */
function LayoutCheck({ preview: { faults, sample, left_out, file } }: { preview: Preview }) {
  const t = useTexts(agencyPageTexts)
  return (
    <section className="mt-6 border-t pt-4">
      <h3 className="mb-2 font-semibold">{t('preview')}</h3>
      {faults.length > 0 && <FaultList faults={faults} />}
      {sample.length > 0 && (
        <>
          <p>{t('sampleFaults')}</p>
          <FaultList
            faults={sample.map(({ line, field: name, fault }) =>
              name === null
                ? t('sampleLineFault', { line, fault: t(sampleTexts[fault]) })
                : t('sampleFault', { line, place: name, fault: t(sampleTexts[fault]) }),
            )}
          />
        </>
      )}
      {left_out.length > 0 && <p>{t('previewLeftOut', { fields: left_out.join(', ') })}</p>}
      {file && (
        <figure>
          <figcaption className="mb-1 text-sm text-muted-foreground">
            {t('previewFile', { name: file.name })}
          </figcaption>
          <pre className="rounded-md border bg-muted p-3 text-sm wrap-anywhere whitespace-pre-wrap">{file.text}</pre>
        </figure>
      )}
    </section>
  )
}

const FaultList = ({ faults }: { faults: readonly string[] }) => (
  <ul className="mb-3 list-disc ps-6">
    {faults.map((fault) => (
      <li key={fault}>{fault}</li>
    ))}
  </ul>
)
