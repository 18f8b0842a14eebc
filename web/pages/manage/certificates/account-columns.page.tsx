import {
  fetchAccountLayout,
  previewAccountLayout,
  saveAccountLayout,
} from '#modules/learning/certificates/account-layout.ts'
import { stockTexts } from '#modules/learning/certificates/stock.texts.ts'
import { errors } from '#platform/errors.ts'
import { pathTo } from '#platform/path-to.ts'
import { holdsForVisited } from '#platform/permissions.ts'
import { Alert, FormAlert } from '#platform/ui/alert.tsx'
import { Button } from '#platform/ui/button.tsx'
import { Panel } from '#platform/ui/card.tsx'
import { TextareaField } from '#platform/ui/field.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { PageTitle, TextLink } from '#platform/ui/parts.tsx'
import { field, redisplayForm } from '#platform/web/form.ts'
import { withCarriedParams } from '#platform/web/frame.ts'
import { page, type ViewInput } from '#platform/web/page.ts'
import { redirect } from '#platform/web/page-redirect.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'

type Columns = Awaited<ReturnType<typeof fetchAccountLayout.run>>
type Preview = NonNullable<Columns['preview']>

/** The columns of the ASCII account of an agency's certificate numbers, entered from its standard. */
export default page({
  address: '/manage/certificates/numbers/columns/:agency{[a-z-]+}',
  title: stockTexts.columns,
  may: fetchAccountLayout.may,
  layout: BackOfficeLayout,
  async load({ ctx, params: { agency } }) {
    if (!fetchAccountLayout.takes.safeParse({ agency }).success) throw errors.notFound()
    const columns = await fetchAccountLayout.run(ctx, { agency })
    return { columns, updates: holdsForVisited(ctx, 'MANAGE_SETTINGS:UPDATE') }
  },
  async submit({ ctx, params, url, form: { values } }) {
    const input = { agency: params.agency, layout: values.layout ?? '' }
    if (values.action === 'preview') {
      const preview = await previewAccountLayout.run(ctx, input)
      return redisplayForm({ preview })
    }
    const { message = '' } = await saveAccountLayout.run(ctx, input)
    return redirect(url.pathname, { flash: { kind: 'success', text: message } })
  },
  view: (data, input) => <View {...data} input={input} />,
})

function View({ columns, updates, input: { form, frame } }: { columns: Columns; updates: boolean; input: ViewInput }) {
  const t = useTexts(stockTexts)
  const { agency_name, layout, template } = columns
  const preview = (form.answer.preview as Preview | undefined) ?? columns.preview
  const layoutField = field(form, 'layout')
  return (
    <>
      <p className="mb-1 text-sm">
        <TextLink href={withCarriedParams(frame, pathTo('/manage/certificates/numbers'))} alone>
          ‹ {t('backToNumbers')}
        </TextLink>
      </p>
      <PageTitle lead={agency_name}>{t('columns')}</PageTitle>
      <p className="mb-4 max-w-reading text-muted-foreground">{t('columnsLead')}</p>
      <FormAlert message={form.message} />
      <div className="grid max-w-3xl grid-cols-1 gap-6">
        <form method="post" className="grid gap-4">
          <TextareaField
            {...layoutField}
            defaultValue={form.values.layout ?? layout}
            label={t('columns')}
            hint={t('columnsHint')}
            rows={14}
            className="[&_textarea]:font-mono"
            autoComplete="off"
            spellCheck={false}
          />
          {updates && (
            <div className="flex flex-wrap gap-2">
              <Button type="submit" name="action" value="save">
                {t('saveColumns')}
              </Button>
              <Button type="submit" name="action" value="preview" variant="outline">
                {t('preview')}
              </Button>
            </div>
          )}
        </form>
        {preview && <PreviewPanel preview={preview} />}
        <details>
          <summary className="cursor-pointer font-semibold">{t('columnsTemplate')}</summary>
          <pre className="mt-3 overflow-x-auto rounded-lg bg-muted p-4 text-sm">{template}</pre>
        </details>
      </div>
    </>
  )
}

function PreviewPanel({ preview: { faults, file } }: { preview: Preview }) {
  const t = useTexts(stockTexts)
  return (
    <Panel title={t('preview')}>
      {faults.map((fault) => (
        <Alert key={fault} variant="error" className="mb-2">
          {fault}
        </Alert>
      ))}
      {file && (
        <>
          <p>{t('previewOf', { name: file.name })}</p>
          <pre className="mt-3 overflow-x-auto rounded-lg bg-muted p-4 text-sm">{file.text}</pre>
        </>
      )}
    </Panel>
  )
}
