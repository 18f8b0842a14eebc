import { readSpreadsheet } from '#modules/backoffice/entry.ts'
import { fields, templateFields } from '#modules/backoffice/uploads/columns.shared.ts'
import { fetchUploads } from '#modules/backoffice/uploads/fetch-upload.ts'
import { limits } from '#modules/backoffice/uploads/limits.shared.ts'
import { uploadTexts } from '#modules/backoffice/uploads/uploads.texts.ts'
import { uploader, verifyUpload } from '#modules/backoffice/uploads/verify-upload.ts'
import { csvLine, utf8Mark } from '#platform/csv.ts'
import { formatNumber } from '#platform/locale-format.ts'
import { pathTo } from '#platform/path-to.ts'
import { localText } from '#platform/texts.ts'
import { FormAlert } from '#platform/ui/alert.tsx'
import BusySubmit from '#platform/ui/busy-submit.island.tsx'
import { LinkButton } from '#platform/ui/button.tsx'
import { Panel } from '#platform/ui/card.tsx'
import { Field, TextField } from '#platform/ui/field.tsx'
import { Input } from '#platform/ui/input.tsx'
import { useShowInstant, useTexts } from '#platform/ui/locale.tsx'
import { PageTitle, TextLink } from '#platform/ui/parts.tsx'
import { Table, TableCell, TableHead } from '#platform/ui/table.tsx'
import { type FormState, invalid } from '#platform/web/form.ts'
import { page } from '#platform/web/page.ts'
import { redirect } from '#platform/web/page-redirect.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'
import { labelOf, type Say } from './student-upload-view.tsx'

type PageData = Awaited<ReturnType<typeof fetchUploads.run>>

/** Staff upload a spreadsheet of students. It is checked, and no one is added yet. */
export default page({
  address: '/manage/students/upload',
  title: uploadTexts.title,
  may: uploader,
  layout: BackOfficeLayout,
  max_form: limits.file + 100_000,
  load: ({ ctx }) => fetchUploads.run(ctx, {}),
  async submit({ ctx, form }) {
    const file = form.file('file')
    if (!file) return invalid({ file: localText(ctx.locale, uploadTexts, 'noFile') })
    const failureOf = (reason: 'unreadable' | 'noSheet' | 'unclearText') =>
      invalid({ file: localText(ctx.locale, uploadTexts, reason) }, localText(ctx.locale, uploadTexts, 'failed'))
    if (file.size > limits.file) return failureOf('unreadable')
    const sheet = form.values.sheet?.trim().slice(0, 100) || null
    const spreadsheet = await readSpreadsheet(ctx, new Uint8Array(await file.arrayBuffer()), sheet)
    if (spreadsheet.problem) return failureOf(spreadsheet.problem)
    const { rows, sheet: sheet_name, others: other_sheets } = spreadsheet
    if (rows.length > limits.lines)
      return invalid({
        file: localText(ctx.locale, uploadTexts, 'manyRows', { most: formatNumber(limits.rows, ctx.locale) }),
      })
    const { data, message = '' } = await verifyUpload.run(ctx, {
      rows,
      file_name: file.name.slice(-200),
      sheet_name,
      other_sheets,
    })
    return redirect(pathTo('/manage/students/upload/:id', { id: data.student_upload_id }), {
      flash: { kind: 'info', text: message },
    })
  },
  view: ({ uploads }, { form }) => <NewUpload uploads={uploads} form={form} />,
})

/** A file of headings only, because a sample row could be uploaded as a student. */
const templateAddress = (t: Say): string =>
  `data:text/csv;charset=utf-8,${encodeURIComponent(utf8Mark + csvLine(templateFields.map((name) => (name === null ? '' : labelOf(t, name)))))}`

function NewUpload({ uploads, form }: PageData & { form: FormState }) {
  const t = useTexts(uploadTexts)
  // Errors in the rows are shown at the file.
  const error = form.errors.file ?? Object.values(form.errors)[0]
  return (
    <>
      <p className="mb-1 text-sm">
        <TextLink href={pathTo('/manage/students')} alone>
          ‹ {t('back')}
        </TextLink>
      </p>
      <PageTitle lead={t('lead')}>{t('title')}</PageTitle>
      <FormAlert message={form.message} />
      <div className="grid max-w-3xl grid-cols-1 gap-6">
        <Panel title={t('file')}>
          <form method="post" encType="multipart/form-data" className="grid gap-4">
            <Field label={t('file')} hint={t('fileHint')} error={error} required>
              {(inputProps) => (
                <Input
                  {...inputProps}
                  type="file"
                  name="file"
                  accept=".xlsx,.csv,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
                />
              )}
            </Field>
            <TextField name="sheet" label={t('sheetName')} hint={t('sheetHint')} maxLength={100} autoComplete="off" />
            <div>
              <BusySubmit label={t('check')} busyLabel={t('checking')} />
            </div>
          </form>
        </Panel>
        <Panel title={t('columnsTitle')}>
          <p>{t('columnsLead')}</p>
          <p className="mt-2 text-muted-foreground wrap-anywhere">
            {fields.map((name) => labelOf(t, name)).join(', ')}
          </p>
          <p className="mt-4">
            <LinkButton href={templateAddress(t)} variant="outline" download={t('templateName')}>
              {t('template')}
            </LinkButton>
          </p>
        </Panel>
        <Recent uploads={uploads} />
      </div>
    </>
  )
}

function Recent({ uploads }: PageData) {
  const t = useTexts(uploadTexts)
  const showInstant = useShowInstant()
  const states = {
    checked: t('stateChecked'),
    running: t('stateRunning'),
    done: t('stateDone'),
    undoing: t('stateUndoing'),
    undone: t('stateUndone'),
  }
  return (
    <Panel title={t('recent')}>
      {uploads.length === 0 && <p className="text-muted-foreground">{t('noRecent')}</p>}
      {uploads.length > 0 && (
        <Table label={t('recent')}>
          <thead>
            <tr>
              <TableHead>{t('file')}</TableHead>
              <TableHead numeric>{t('rows')}</TableHead>
              <TableHead>{t('state')}</TableHead>
              <TableHead>{t('sent')}</TableHead>
            </tr>
          </thead>
          <tbody>
            {uploads.map(({ student_upload_id, file_name, rows, state, created_at }) => (
              <tr key={student_upload_id}>
                <TableCell>
                  <TextLink href={pathTo('/manage/students/upload/:id', { id: student_upload_id })}>
                    {file_name || t('unnamed')}
                  </TextLink>
                </TableCell>
                <TableCell numeric>{rows}</TableCell>
                <TableCell>{states[state]}</TableCell>
                <TableCell>{showInstant(created_at)}</TableCell>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </Panel>
  )
}
