import {
  type ColumnField,
  columnFields,
  type Field as FieldName,
  findCellField,
} from '#modules/backoffice/uploads/columns.shared.ts'
import UploadProgress from '#modules/backoffice/uploads/upload-progress.island.tsx'
import { uploadTexts } from '#modules/backoffice/uploads/uploads.texts.ts'
import { pathTo } from '#platform/path-to.ts'
import { maskPhone } from '#platform/phone.ts'
import { Alert, FormAlert } from '#platform/ui/alert.tsx'
import BusySubmit from '#platform/ui/busy-submit.island.tsx'
import { Panel } from '#platform/ui/card.tsx'
import { SelectField, TextField } from '#platform/ui/field.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { PageTitle, TextLink } from '#platform/ui/parts.tsx'
import { Table, TableCell, TableHead } from '#platform/ui/table.tsx'
import type { ViewInput } from '#platform/web/page.ts'
import { type UploadShown, UploadTermsForm } from './upload-terms.tsx'

type Upload = UploadShown['upload']
type Row = Upload['bad'][number]

export function StudentUpload({ data, input }: { data: UploadShown; input: ViewInput }) {
  const t = useTexts(uploadTexts)
  const { upload, starts, undoes } = data
  const { counts, state, file_name } = upload
  return (
    <>
      <p className="mb-1 text-sm">
        <TextLink href={pathTo('/manage/students/upload')} alone>
          ‹ {t('title')}
        </TextLink>
      </p>
      <PageTitle lead={state === 'checked' && t('checked', { good: counts.good, count: counts.rows })}>
        {file_name || t('unnamed')}
      </PageTitle>
      <FormAlert message={input.form.message} />
      <div className="grid grid-cols-1 gap-6">
        {state !== 'checked' && <HowFar upload={upload} />}
        {state === 'checked' && <Reading upload={upload} />}
        {state === 'checked' && counts.bad > 0 && <Bad upload={upload} />}
        {state === 'checked' && <Mapping upload={upload} />}
        {state === 'checked' && upload.good.length > 0 && <Preview upload={upload} />}
        {starts && counts.good > 0 && <UploadTermsForm data={data} input={input} />}
        {state === 'checked' && counts.good === 0 && <p>{t('noGood')}</p>}
        {state !== 'checked' && <Results upload={upload} />}
        {undoes && <Undo upload={upload} />}
      </div>
    </>
  )
}

const stateNames = {
  checked: 'stateChecked',
  running: 'stateRunning',
  done: 'stateDone',
  undoing: 'stateUndoing',
  undone: 'stateUndone',
} as const

/** Removes the students whose accounts haven't been used. */
function Undo({ upload: { counts } }: { upload: Upload }) {
  const t = useTexts(uploadTexts)
  return (
    <Panel title={t('undo')}>
      <p className="max-w-reading">{t('undoLead')}</p>
      <form method="post" className="mt-4">
        <input type="hidden" name="action" value="undo" />
        <BusySubmit label={t('undoConfirm', { count: counts.made })} busyLabel={t('undoing')} variant="outline" />
      </form>
    </Panel>
  )
}

function HowFar({ upload }: { upload: Upload }) {
  const t = useTexts(uploadTexts)
  const { counts, state, student_upload_id } = upload
  const runs = state === 'running' || state === 'undoing'
  const undo = state === 'undoing' || state === 'undone'
  const { done, count } = undo
    ? { done: counts.undone + counts.kept, count: counts.made }
    : { done: counts.done, count: counts.good }
  return (
    <Panel title={t(stateNames[state])}>
      <UploadProgress student_upload_id={student_upload_id} first={{ state, done, count }} />
      {runs && <p className="mt-3">{t('running')}</p>}
      {state === 'undone' && <p className="mt-3">{t('undoResult', counts)}</p>}
      <p className="mt-3 flex flex-wrap gap-x-6">
        {runs && (
          <TextLink href={pathTo('/manage/students/upload/:id', { id: student_upload_id })}>{t('reload')}</TextLink>
        )}
        <TextLink href={pathTo('/manage/tasks')}>{t('tasks')}</TextLink>
      </p>
    </Panel>
  )
}

/** The recognized headings and the ignored columns of the file. */
function Reading({ upload }: { upload: Upload }) {
  const t = useTexts(uploadTexts)
  const { columns, heading_row: row, headings_known, sheet_name: sheet, other_sheets } = upload
  const unread = columns
    .filter(({ field }) => field === null)
    .map(({ letter, header }) => (header ? `${letter} “${header}”` : letter))
  return (
    <Panel title={t('reading')}>
      {sheet && <p>{t('sheetIs', { sheet })}</p>}
      <p>{t(headings_known ? 'headingsAre' : 'headingsUnknown', { row })}</p>
      {unread.length > 0 && <p className="wrap-anywhere">{t('columnsNotRead', { columns: unread.join(', ') })}</p>}
      {other_sheets.length > 0 && (
        <p className="wrap-anywhere">
          {t('otherSheets', { sheets: other_sheets.map((name) => `“${name}”`).join(', ') })}
        </p>
      )}
    </Panel>
  )
}

/** Rows with errors, whose cells can be corrected in place. */
function Bad({ upload }: { upload: Upload }) {
  const t = useTexts(uploadTexts)
  const { bad, counts, digest, student_upload_id } = upload
  return (
    <Panel title={t('bad')}>
      <p className="max-w-reading">{t('badLead')}</p>
      {counts.bad > bad.length && <p className="mt-2">{t('badMore', { n: bad.length, count: counts.bad })}</p>}
      <form method="post" className="mt-4 grid gap-5">
        <input type="hidden" name="action" value="mend" />
        <input type="hidden" name="digest" value={digest} />
        {bad.map((row) => (
          <BadRow key={row.row} row={row} columns={upload.columns} />
        ))}
        <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
          <BusySubmit label={t('mend')} busyLabel={t('checking')} />
          <ErrorsLink student_upload_id={student_upload_id} />
        </div>
      </form>
    </Panel>
  )
}

const ErrorsLink = ({ student_upload_id }: { student_upload_id: number }) => (
  <TextLink href={`/api/student/upload/${student_upload_id}/errors`}>{useTexts(uploadTexts)('errorsFile')}</TextLink>
)

function BadRow({ row, columns }: { row: Row; columns: Upload['columns'] }) {
  const t = useTexts(uploadTexts)
  const name = [row.first_name, row.last_name].join(' ').trim() || row.email
  return (
    <fieldset className="grid gap-3 border-t border-border pt-4">
      <legend className="float-start w-full font-semibold">
        {t('rowOf', { row: row.row })}
        {name && ` · ${name}`}
      </legend>
      {row.issues.map(({ cell, column, message }, index) => {
        const field = findCellField(columns, column as FieldName)
        // A name in one cell is corrected in one field.
        if (row.issues.slice(0, index).some((issue) => findCellField(columns, issue.column as FieldName) === field))
          return null
        // Without a column there is no cell to correct: the mapping below adds one.
        if (!columns.some((column) => column.field === field))
          return <p key={column}>{`${t('noColumn', { column: labelOf(t, field) })} ${message}`}</p>
        return (
          <TextField
            key={column}
            name={`cell:${row.row}:${field}`}
            defaultValue={field === 'full_name' ? name : row[field as FieldName]}
            label={t('cellOf', { cell, column: labelOf(t, field) })}
            error={message}
            maxLength={500}
            className="sm:max-w-120"
            autoComplete="off"
          />
        )
      })}
    </fieldset>
  )
}

export type Say = (key: keyof typeof uploadTexts) => string
export const labelOf = (t: Say, field: ColumnField): string => t(field === 'state' ? 'stateOfAddress' : field)

/** The meaning of each column. Ignored columns can't be chosen. */
function Mapping({ upload }: { upload: Upload }) {
  const t = useTexts(uploadTexts)
  const { columns, digest } = upload
  const choices = columnFields.map((field) => ({ value: field, label: labelOf(t, field) }))
  return (
    <Panel title={t('mapping')}>
      <details>
        <summary className="cursor-pointer py-2">{t('mappingLead')}</summary>
        <form method="post" className="mt-3 grid gap-4">
          <input type="hidden" name="action" value="mend" />
          <input type="hidden" name="digest" value={digest} />
          <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
            {columns.map(({ letter, header, field, dropped }, place) =>
              dropped ? null : (
                <SelectField
                  key={letter}
                  name={`column:${place}`}
                  label={t('columnOf', { letter, header: header || '—' })}
                  options={choices}
                  placeholder={t('notRead')}
                  defaultValue={field ?? ''}
                />
              ),
            )}
          </div>
          <div>
            <BusySubmit label={t('mend')} busyLabel={t('checking')} variant="outline" />
          </div>
        </form>
      </details>
    </Panel>
  )
}

function Preview({ upload: { good, counts, unusual, columns } }: { upload: Upload }) {
  const t = useTexts(uploadTexts)
  const hasColumn = (name: ColumnField) => columns.some(({ field }) => field === name)
  // Rows may have their own group and due date; without a column, those of the form below apply.
  const ownColumns = (['group', 'due_on'] as const).filter(hasColumn)
  return (
    <Panel title={t('preview')}>
      {counts.good > good.length && <p className="mb-3">{t('previewMore', { n: good.length, count: counts.good })}</p>}
      {unusual > 0 && (
        <Alert variant="attention" className="mb-3">
          {t('unusualLicenses', { n: unusual })}
        </Alert>
      )}
      <Table label={t('preview')} stacked>
        <thead>
          <tr>
            <TableHead numeric>{t('row')}</TableHead>
            <TableHead>{t('name')}</TableHead>
            <TableHead>{t('email')}</TableHead>
            <TableHead>{t('dob')}</TableHead>
            <TableHead>{t('phone_number')}</TableHead>
            <TableHead>{t('city')}</TableHead>
            {hasColumn('license_number') && <TableHead>{t('license_number')}</TableHead>}
            {ownColumns.map((field) => (
              <TableHead key={field}>{t(field)}</TableHead>
            ))}
            <TableHead>{t('state')}</TableHead>
          </tr>
        </thead>
        <tbody>
          {good.map((row) => (
            <tr key={row.row}>
              <TableCell numeric label={t('row')}>
                {row.row}
              </TableCell>
              <TableCell label={t('name')}>{`${row.first_name} ${row.last_name}`}</TableCell>
              <TableCell label={t('email')}>{row.email}</TableCell>
              <TableCell label={t('dob')} className="figures">
                {row.dob || '—'}
              </TableCell>
              <TableCell label={t('phone_number')} className="figures">
                {row.phone_number ? maskPhone(row.phone_number) : '—'}
              </TableCell>
              <TableCell label={t('city')}>{[row.city, row.state].filter(Boolean).join(', ') || '—'}</TableCell>
              {hasColumn('license_number') && <LicenseCell row={row} />}
              {ownColumns.map((field) => (
                <TableCell key={field} label={t(field)}>
                  {row[field] || '—'}
                </TableCell>
              ))}
              <TableCell label={t('state')}>{t(row.exists_ind ? 'isExisting' : 'isNew')}</TableCell>
            </tr>
          ))}
        </tbody>
      </Table>
    </Panel>
  )
}

function LicenseCell({ row: { license_number, license_state, license_class, warning } }: { row: Row }) {
  const t = useTexts(uploadTexts)
  return (
    <TableCell label={t('license_number')} className="md:min-w-48">
      {[license_number, license_state, license_class].filter(Boolean).join(' · ') || '—'}
      {warning && <span className="block text-sm text-yellow-ink">{warning}</span>}
    </TableCell>
  )
}

function Results({ upload }: { upload: Upload }) {
  const t = useTexts(uploadTexts)
  const { counts, state, newUsers, existingUsers, failedUsers, keptUsers, student_upload_id } = upload
  // Most new students are gone by then; the rest have their own list.
  const isUndone = state === 'undoing' || state === 'undone'
  const lists = [
    ['keptUsers', keptUsers, counts.kept],
    ['newUsers', newUsers, counts.added],
    ['existingUsers', existingUsers, counts.existing],
    ['failedUsers', failedUsers, counts.failed],
  ] as const
  return (
    <>
      {lists.map(([key, rows, count]) =>
        rows.length === 0 ? null : (
          <Panel key={key} title={`${t(key)} (${count})`}>
            {count > rows.length && <p className="mb-3">{t('previewMore', { n: rows.length, count })}</p>}
            <Table label={t(key)} stacked>
              <thead>
                <tr>
                  <TableHead numeric>{t('row')}</TableHead>
                  <TableHead>{t('name')}</TableHead>
                  <TableHead>{t('email')}</TableHead>
                  <TableHead>{t('problem')}</TableHead>
                </tr>
              </thead>
              <tbody>
                {rows.map(({ row, user_id, first_name, last_name, email, problem }) => (
                  <tr key={row}>
                    <TableCell numeric label={t('row')}>
                      {row}
                    </TableCell>
                    <TableCell label={t('name')}>
                      {user_id === null || (isUndone && key === 'newUsers') ? (
                        `${first_name} ${last_name}`
                      ) : (
                        <TextLink
                          href={pathTo('/manage/student/:id', { id: user_id })}
                        >{`${first_name} ${last_name}`}</TextLink>
                      )}
                    </TableCell>
                    <TableCell label={t('email')}>{email}</TableCell>
                    <TableCell label={t('problem')}>{problem ?? '—'}</TableCell>
                  </tr>
                ))}
              </tbody>
            </Table>
          </Panel>
        ),
      )}
      {counts.bad + counts.failed > 0 && (
        <p>
          <ErrorsLink student_upload_id={student_upload_id} />
        </p>
      )}
    </>
  )
}
