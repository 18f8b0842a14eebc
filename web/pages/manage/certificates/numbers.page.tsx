import { stockTexts } from '#modules/learning/certificates/stock.texts.ts'
import {
  addCertificateNumbers,
  confirmCertificateNumbers,
  fetchCertificateNumbers,
  removeCertificateNumbers,
  voidCertificateNumbers,
} from '#modules/learning/certificates/stock-numbers.ts'
import { Refusal } from '#platform/errors.ts'
import { pathTo } from '#platform/path-to.ts'
import { holdsForVisited } from '#platform/permissions.ts'
import { type Locale, localize } from '#platform/texts.ts'
import { Alert, FormAlert } from '#platform/ui/alert.tsx'
import { Button } from '#platform/ui/button.tsx'
import { Card } from '#platform/ui/card.tsx'
import { ConfirmSubmit } from '#platform/ui/confirm.tsx'
import { SelectField, TextareaField, TextField } from '#platform/ui/field.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { Facts, PageTitle, TextLink } from '#platform/ui/parts.tsx'
import { field, freshForm, invalid } from '#platform/web/form.ts'
import { withCarriedParams } from '#platform/web/frame.ts'
import { page, type ViewInput } from '#platform/web/page.ts'
import { redirect } from '#platform/web/page-redirect.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'

type Stock = Awaited<ReturnType<typeof fetchCertificateNumbers.run>>['stocks'][number]
type Rights = { canAdd: boolean; canRemove: boolean }

/** An organization's purchased certificate numbers: how many are left, and a form to add more. */
export default page({
  address: '/manage/certificates/numbers',
  title: stockTexts.title,
  may: fetchCertificateNumbers.may,
  layout: BackOfficeLayout,
  load: async ({ ctx }) => ({
    ...(await fetchCertificateNumbers.run(ctx, {})),
    canAdd: holdsForVisited(ctx, 'MANAGE_CERTIFICATES:UPDATE'),
    canRemove: holdsForVisited(ctx, 'MANAGE_CERTIFICATES:DELETE'),
  }),
  async submit({ ctx, url, form: { values } }) {
    const { agency = '', numbers: text = '', action, program_id = '', reason = '' } = values
    if (action === 'account') return accountOf(values, ctx.locale)
    const input = { agency, numbers: text.split(/[\s,;]+/).filter(Boolean) }
    try {
      const { message = '' } = await (action === 'remove'
        ? removeCertificateNumbers.run(ctx, input)
        : action === 'void'
          ? voidCertificateNumbers.run(ctx, { ...input, reason })
          : action === 'confirm'
            ? confirmCertificateNumbers.run(ctx, { agency, last_used: lastUsedOf(values) })
            : addCertificateNumbers.run(ctx, { ...input, program_id }))
      return redirect(url.pathname, { flash: { kind: 'success', text: message } })
    } catch (error) {
      if (action === 'confirm') throw atSeries(values, error)
      // Lines of the input are one field here.
      const issue = error instanceof Refusal && error.issues.find(({ path }) => path.startsWith('numbers'))
      if (!issue) throw error
      return invalid({ numbers: issue.message })
    }
  },
  view: (data, input) => <View {...data} input={input} />,
})

const lastUsedField = 'last_used_'

/** The last number of each series in the form; a field's name ends with the program of its series. */
const lastUsedOf = (values: Readonly<Record<string, string>>) =>
  Object.entries(values).flatMap(([name, value]) =>
    name.startsWith(lastUsedField) && value.trim() !== ''
      ? [{ program_id: name.slice(lastUsedField.length), number: value }]
      : [],
  )

/** A refusal with its issues at the fields of the series. */
function atSeries(values: Readonly<Record<string, string>>, error: unknown): unknown {
  if (!(error instanceof Refusal)) return error
  const series = lastUsedOf(values)
  const issues = error.issues.map((issue) => {
    const entry = series[Number(/^last_used\.(\d+)\./.exec(issue.path)?.[1])]
    return entry ? { ...issue, path: `${lastUsedField}${entry.program_id}` } : issue
  })
  return new Refusal(error.kind, error.params, error.answer, issues)
}

/** The account statement is a file, so the form leads to its call once the days are valid. */
function accountOf(
  { agency = '', from = '', until = '', format = 'pdf' }: Readonly<Record<string, string>>,
  locale: Locale,
) {
  if (until < from) return invalid({ until: localize(locale, stockTexts.datesWrong) })
  const query = new URLSearchParams({ agency, from, until, format })
  return redirect(`/api/certificate/numbers/account?${query}`)
}

function View({ stocks, canAdd, canRemove, input }: Rights & { stocks: Stock[]; input: ViewInput }) {
  const t = useTexts(stockTexts)
  return (
    <>
      <p className="mb-1 text-sm">
        <TextLink href={withCarriedParams(input.frame, pathTo('/manage/certificates'))} alone>
          ‹ {t('back')}
        </TextLink>
      </p>
      <PageTitle>{t('title')}</PageTitle>
      <p className="mb-4 max-w-reading text-muted-foreground">{t('lead')}</p>
      <FormAlert message={input.form.message} />
      <div className="grid gap-6">
        {stocks.map((stock) => (
          <StockCard key={stock.agency} stock={stock} canAdd={canAdd} canRemove={canRemove} input={input} />
        ))}
      </div>
    </>
  )
}

function StockCard({ stock, canAdd, canRemove, input }: Rights & { stock: Stock; input: ViewInput }) {
  const t = useTexts(stockTexts)
  // Only the agency whose form was refused gets its fields filled in, so that no number is added to another one.
  const form = input.form.values.agency === stock.agency ? input.form : freshForm
  const { agency, agency_name, left, taken, waiting, next, days_left, programs, in_doubt } = stock
  const stocked = programs.filter((program) => program.left > 0)
  return (
    <Card className="grid max-w-2xl gap-6">
      <h2 className="text-lg font-semibold">{agency_name}</h2>
      <Facts
        facts={[
          [t('left'), String(left)],
          ...stocked.map((program): [string, string] => [`· ${program.name}`, String(program.left)]),
          ...(days_left === null ? [] : [[t('daysLeft'), t('days', { n: days_left })] as [string, string]]),
          [t('taken'), String(taken)],
          [t('waiting'), String(waiting)],
          [t('next'), next ?? t('none')],
        ]}
      />
      {in_doubt && <Doubt stock={stock} canRemove={canRemove} form={form} />}
      {(canAdd || canRemove) && (
        <form method="post" className="grid gap-4">
          <input type="hidden" name="agency" value={agency} />
          <TextareaField
            {...field(form, 'numbers')}
            label={t('numbers')}
            hint={t('numbersHint')}
            rows={8}
            autoComplete="off"
            spellCheck={false}
            required
          />
          {canAdd && programs.length > 0 && (
            <SelectField
              {...field(form, 'program_id')}
              label={t('program')}
              options={programs.map(({ program_id: value, name: label }) => ({ value, label }))}
              placeholder={t('anyProgram')}
            />
          )}
          {canRemove && (
            <TextField {...field(form, 'reason')} label={t('reason')} maxLength={500} autoComplete="off" optional />
          )}
          <div className="flex flex-wrap gap-2">
            {canAdd && (
              <Button type="submit" name="action" value="add">
                {t('add')}
              </Button>
            )}
            {canRemove && (
              <ConfirmSubmit name="action" value="remove" label={t('remove')}>
                {t('removeAsk')}
              </ConfirmSubmit>
            )}
            {canRemove && (
              <ConfirmSubmit name="action" value="void" label={t('void')}>
                {t('voidAsk')}
              </ConfirmSubmit>
            )}
          </div>
        </form>
      )}
      <Account stock={stock} form={form} />
    </Card>
  )
}

/** After a restore, a person states up to which number each series was used. */
function Doubt({ stock, canRemove, form }: { stock: Stock; canRemove: boolean; form: ViewInput['form'] }) {
  const t = useTexts(stockTexts)
  const { agency, left, programs } = stock
  const stocked = programs.filter((program) => program.left > 0)
  const others = left - stocked.reduce((sum, program) => sum + program.left, 0)
  const series = [...stocked, ...(others > 0 ? [{ program_id: '', name: t('anyProgram') }] : [])]
  return (
    <Alert variant="attention">
      <p className="mb-3">{t('inDoubt')}</p>
      {canRemove && (
        <form method="post" className="grid gap-3">
          <input type="hidden" name="agency" value={agency} />
          {series.map(({ program_id, name }) => (
            <TextField
              key={program_id}
              {...field(form, `${lastUsedField}${program_id}`)}
              label={t('lastUsed', { program: name })}
              hint={t('lastUsedHint')}
              maxLength={20}
              autoComplete="off"
              optional
            />
          ))}
          <Button type="submit" name="action" value="confirm">
            {t('confirm')}
          </Button>
        </form>
      )}
    </Alert>
  )
}

function Account({ stock: { agency, entered_columns }, form }: { stock: Stock; form: ViewInput['form'] }) {
  const t = useTexts(stockTexts)
  const isSent = form.values.action === 'account'
  const formats = [
    { value: 'pdf', label: 'PDF' },
    { value: 'xlsx', label: 'Excel' },
    { value: 'csv', label: 'CSV' },
    { value: 'txt', label: t('text') },
  ]
  return (
    <details open={isSent}>
      <summary className="cursor-pointer font-semibold">{t('account')}</summary>
      <form method="post" className="mt-4 grid gap-4 sm:grid-cols-3">
        <p className="text-muted-foreground sm:col-span-3">
          {t(entered_columns ? 'columnsInUse' : 'ownColumns')}{' '}
          <TextLink href={pathTo('/manage/certificates/numbers/columns/:agency', { agency })}>{t('columns')}</TextLink>
        </p>
        <input type="hidden" name="action" value="account" />
        <input type="hidden" name="agency" value={agency} />
        <TextField {...(isSent ? field(form, 'from') : { name: 'from' })} type="date" label={t('from')} required />
        <TextField {...(isSent ? field(form, 'until') : { name: 'until' })} type="date" label={t('until')} required />
        <SelectField name="format" label={t('format')} options={formats} />
        <div>
          <Button type="submit" variant="outline">
            {t('download')}
          </Button>
        </div>
      </form>
    </details>
  )
}
