import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { formatNumber } from '#platform/locale-format.ts'
import { operation } from '#platform/operation.ts'
import { staff } from '#platform/permissions.ts'
import type { Rate } from '#platform/rate-class.ts'
import { list, optionalText, z } from '#platform/schema.ts'
import { localizeSentence } from '#platform/sentence.ts'
import { localize, type Text } from '#platform/texts.ts'
import { type Column, columnLetter, findHeadingRow, parseColumns, parseNamedColumns } from './columns.shared.ts'
import { limits } from './limits.shared.ts'
import { PreviewRow, previewOf } from './upload.schema.ts'
import { insertUpload, type Upload } from './upload.sql.ts'
import { uploadTexts } from './uploads.texts.ts'
import { type SentRow, validateRows } from './validate-rows.ts'

/** A file of 5,000 rows takes a second of a core. */
export const uploadRate: Rate = { name: 'student-upload', perMinute: 12, burst: 12, shared: true }

/** Staff who may add students, many at a time. */
export const uploader = staff('MANAGE_STUDENTS:CREATE')

const Cell = z.union([z.string(), z.number(), z.boolean(), z.null()])
const RowOfCells = z.array(Cell).max(limits.columns + 200)
const RowOfNames = z.record(z.string().max(200), Cell)

export const verifyUpload = operation({
  call: 'POST /student/verifyUploadData',
  summary:
    'Checks rows of students: lists of cells with the header first, or objects by header. Keeps the set that an upload refers to',
  may: uploader,
  rate: uploadRate,
  max_body: limits.body,
  takes: z.object({
    rows: z.union([list(RowOfCells, limits.lines), list(RowOfNames, limits.lines)]).openapi({
      type: 'array',
      items: {},
      description: 'Objects of cells by heading; or lists of cells, the headings first.',
    }),
    file_name: optionalText(200),
    /** For a workbook: the sheet of the rows, and its others; staff see both. */
    sheet_name: optionalText(100),
    other_sheets: list(z.string().max(100), 50).default([]),
  }),
  gives: z.object({
    error: z.literal(false),
    data: z.object({
      preview: z.array(PreviewRow),
      student_upload_id: z.int(),
      /** Identifies the checked set: an upload that names it is refused once the set has changed. */
      digest: z.string(),
      good: z.int(),
    }),
  }),
  fails: [errors.tooMany],
  async run(ctx, { rows: sentRows, file_name, sheet_name, other_sheets }) {
    const { columns, rows, heading_row, headings_known } = sheetOf(ctx, sentRows)
    const validated = await validateRows(ctx, columns, rows)
    const upload = await insertUpload(
      ctx,
      { file_name, columns, heading_row, headings_known, sheet_name, other_sheets },
      validated,
    )
    const validCount = validated.filter(({ issues }) => issues.length === 0).length
    await ctx.audit({
      action: 'student.check-upload',
      subject: `student_upload_id:${upload.student_upload_id}`,
      after: { file_name, rows: validated.length, good: validCount },
    })
    return {
      error: false as const,
      data: {
        preview: validated.map((row) => previewOf(upload, { ...row, cells: [...row.cells] }, ctx.locale)),
        student_upload_id: upload.student_upload_id,
        digest: upload.digest,
        good: validCount,
      },
      message: localizeSentence(ctx.locale, {
        text: uploadTexts.checked,
        params: { good: { count: validCount }, count: { count: validated.length } },
      }),
    }
  },
})

type SentRows = z.output<typeof verifyUpload.takes>['rows']
type Sheet = { columns: Column[]; rows: SentRow[] } & Pick<Upload, 'heading_row' | 'headings_known'>

/** Columns and rows within the limits, without empty rows. Throws invalid. */
function sheetOf(ctx: Ctx, sentRows: SentRows): Sheet {
  const { columns, rows, ...heading } = sentRows.every((row) => Array.isArray(row))
    ? sheetFromCells(sentRows as z.output<typeof RowOfCells>[])
    : sheetFromNames(sentRows as z.output<typeof RowOfNames>[])
  if (columns.length > limits.columns) throw invalidRows(ctx, 'rows', uploadTexts.manyColumns, { most: limits.columns })
  // Dropped columns alone don't make a row: it would be empty.
  const filledRows = rows.filter(({ cells }) =>
    cells.some((text, place) => text.trim() !== '' && !columns[place]?.dropped && place < columns.length),
  )
  if (filledRows.length === 0) throw invalidRows(ctx, 'rows', uploadTexts.noRows)
  if (filledRows.length > limits.rows)
    throw invalidRows(ctx, 'rows', uploadTexts.manyRows, { most: formatNumber(limits.rows, ctx.locale) })
  for (const { row_number, cells } of filledRows) {
    const place = cells.findIndex((text) => text.length > limits.cell)
    if (place >= 0) {
      const cell = `${columnLetter(place)}${row_number}`
      throw invalidRows(ctx, `rows.${row_number}.${place}`, uploadTexts.longCell, { cell, most: limits.cell })
    }
  }
  return { columns, rows: filledRows, ...heading }
}

const invalidRows = ({ locale }: Ctx, path: string, text: Text, params: Record<string, string | number> = {}) =>
  errors.invalid({}, {}, [{ path, message: localize(locale, text, params) }])

function sheetFromCells(sentRows: z.output<typeof RowOfCells>[]): Sheet {
  const texts = sentRows.map((cells) => cells.map(textOf))
  const { at, isKnown } = findHeadingRow(texts)
  const all = texts.slice(at)
  const width = all.reduce((max, cells) => Math.max(max, widthOf(cells)), 0)
  const [names = [], ...rows] = all.map((cells) => Array.from({ length: width }, (_, place) => cells[place] ?? ''))
  return {
    columns: parseColumns(names),
    rows: rows.map((cells, index) => ({ row_number: at + index + 2, cells })),
    heading_row: at + 1,
    headings_known: isKnown,
  }
}

const widthOf = (cells: readonly string[]): number => cells.findLastIndex((text) => text.trim() !== '') + 1

function sheetFromNames(body: z.output<typeof RowOfNames>[]): Sheet {
  const names = [...new Set(body.flatMap((row) => Object.keys(row)))]
  const rows = body.map((row, index) => ({ row_number: index + 2, cells: names.map((name) => textOf(row[name])) }))
  return { columns: parseNamedColumns(names), rows, heading_row: 1, headings_known: true }
}

/** Removes characters that the database can't store. */
const textOf = (cell: z.output<typeof Cell> | undefined): string =>
  cell === null || cell === undefined ? '' : String(cell).replaceAll('\u0000', '').toWellFormed()
