import { backofficeErrors } from '#modules/backoffice/errors.ts'
import { operation } from '#platform/operation.ts'
import { count, id, list, z } from '#platform/schema.ts'
import { localText } from '#platform/texts.ts'
import { type Column, columnFields } from './columns.shared.ts'
import { limits } from './limits.shared.ts'
import { listRows, selectOwnUpload, updateRows } from './upload.sql.ts'
import { uploadTexts } from './uploads.texts.ts'
import { validateRows } from './validate-rows.ts'
import { uploader, uploadRate } from './verify-upload.ts'

export const correctUpload = operation({
  call: 'POST /student/mendUpload',
  added: true,
  summary: 'Corrects cells of a checked set of students, or maps its columns, and checks all of it again',
  may: uploader,
  rate: uploadRate,
  takes: z.object({
    student_upload_id: id(),
    /** Identifies the seen rows: another set is a 409. */
    digest: z.string().max(64),
    cells: list(
      z.strictObject({ row: id(), column: z.enum(columnFields), value: z.string().max(limits.cell) }),
      1_000,
    ).default([]),
    columns: list(
      z.strictObject({ place: count(0, limits.columns - 1), field: z.enum(columnFields).nullable() }),
      limits.columns,
    ).default([]),
  }),
  gives: z.object({ digest: z.string(), good: z.int(), bad: z.int() }),
  fails: [backofficeErrors.uploadAltered, backofficeErrors.uploadStarted],
  async run(ctx, { student_upload_id, digest, cells, columns: mapped }) {
    const upload = await selectOwnUpload(ctx, student_upload_id, true)
    if (upload.started_at) throw backofficeErrors.uploadStarted()
    if (upload.digest !== digest) throw backofficeErrors.uploadAltered()
    const columns = mappedColumns(upload.columns, mapped)
    const rows = await listRows(ctx, upload)
    const byRow = Map.groupBy(cells, ({ row }) => row)
    const correctedRows = rows.map(({ row_number, cells }) => {
      const newCells = [...cells]
      for (const { column, value } of byRow.get(row_number) ?? []) {
        const place = columns.findIndex(({ field }) => field === column)
        if (place >= 0) newCells[place] = value.replaceAll('\u0000', '').toWellFormed()
      }
      return { row_number, cells: newCells }
    })
    const validated = await validateRows(ctx, columns, correctedRows)
    await updateRows(ctx, upload, columns, validated)
    const { digest: now } = await selectOwnUpload(ctx, student_upload_id)
    const validCount = validated.filter(({ issues }) => issues.length === 0).length
    await ctx.audit({
      action: 'student.mend-upload',
      subject: `student_upload_id:${student_upload_id}`,
      after: { cells: cells.length, columns: mapped.length, good: validCount },
    })
    const message = localText(ctx.locale, uploadTexts, 'checked', { good: validCount, count: validated.length })
    return { digest: now, good: validCount, bad: validated.length - validCount, message }
  },
})

/** Each field has one column: the last choice takes it from the others. A dropped column stays dropped. */
function mappedColumns(
  columns: readonly Column[],
  mapped: readonly { place: number; field: Column['field'] }[],
): Column[] {
  let all = columns.map((column) => ({ ...column }))
  for (const { place, field } of mapped) {
    if (!all[place] || all[place].dropped) continue
    all = all.map((column, index) => {
      if (index === place) return { ...column, field }
      return field !== null && column.field === field ? { ...column, field: null } : column
    })
  }
  return all
}
