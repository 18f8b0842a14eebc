import { licenseWarning } from '#modules/learning/index.ts'
import { id, z } from '#platform/schema.ts'
import { localizeSentence } from '#platform/sentence.ts'
import { stateCode } from '#platform/states.ts'
import type { Locale } from '#platform/texts.ts'
import { type Column, columnLetter, type Field, fields, findCellField } from './columns.shared.ts'
import { type StudentFields, studentFieldsOf } from './student-fields.ts'
import type { Upload, UploadRow } from './upload.sql.ts'
import { type Issue, licenseOf } from './validate-rows.ts'

const shape = Object.fromEntries(fields.map((field) => [field, z.string()])) as Record<Field, z.ZodString>

const CellIssue = z.object({
  /** 'D14', a spreadsheet cell's name; only the row if no column has the field. */
  cell: z.string(),
  column: z.enum(fields),
  message: z.string(),
})

/** A row of the checked set. Sent back unchanged, it identifies the set and proves that nothing was altered. */
export const PreviewRow = z.object({
  student_upload_id: z.int(),
  row: z.int(),
  ...shape,
  /** The student already exists. */
  exists_ind: z.boolean(),
  issues: z.array(CellIssue),
  /** The question whether an unusual license number is right; null for most. It is uploaded as it is. */
  warning: z.string().nullable(),
})
export type PreviewRow = z.output<typeof PreviewRow>

/** The compared fields of a preview row; others may be omitted. */
export const SentPreview = z.looseObject({
  student_upload_id: id(),
  row: id(),
  ...(Object.fromEntries(fields.map((field) => [field, z.string().max(500).optional()])) as Record<
    Field,
    z.ZodOptional<z.ZodString>
  >),
})
export type SentPreview = z.output<typeof SentPreview>

export const UploadedUser = z.object({
  row: z.int(),
  user_id: z.int().nullable(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
})

export function previewOf(
  { student_upload_id, columns }: Pick<Upload, 'student_upload_id' | 'columns'>,
  {
    row_number,
    cells,
    issues,
    existing_user_id,
  }: Pick<UploadRow, 'row_number' | 'cells' | 'issues' | 'existing_user_id'>,
  locale: Locale,
): PreviewRow {
  const input = studentFieldsOf(columns, cells)
  return {
    student_upload_id,
    row: row_number,
    ...input,
    exists_ind: existing_user_id !== null,
    issues: issues.map((issue) => issueResponse(columns, row_number, issue, locale)),
    warning: issues.length === 0 ? licenseWarningOf(input, locale) : null,
  }
}

/** A license number that its state doesn't usually issue may still be right. */
export function licenseWarningOf(input: StudentFields, locale: Locale): string | null {
  const { license_number, lk_state_id } = licenseOf(input)
  return license_number === null ? null : licenseWarning(locale, stateCode(lk_state_id), license_number)
}

const issueResponse = (columns: readonly Column[], row: number, { field, en, es, params }: Issue, locale: Locale) => ({
  cell: cellName(columns, row, field),
  column: field,
  message: localizeSentence(locale, { text: [en, es], params }),
})

function cellName(columns: readonly Column[], row: number, field: Field): string {
  const place = columns.findIndex(({ field: columnField }) => columnField === findCellField(columns, field))
  return `${place < 0 ? '' : columnLetter(place)}${row}`
}
