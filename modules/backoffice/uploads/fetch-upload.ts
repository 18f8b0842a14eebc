import type { Ctx } from '#platform/ctx.ts'
import { sheet, sheetResponse } from '#platform/grid/sheet-response.ts'
import { toDollars } from '#platform/money.ts'
import { operation } from '#platform/operation.ts'
import { id, z } from '#platform/schema.ts'
import { localizeSentence } from '#platform/sentence.ts'
import { localize } from '#platform/texts.ts'
import { columnFields, columnLetter } from './columns.shared.ts'
import { studentFieldsOf } from './student-fields.ts'
import { licenseWarningOf, PreviewRow, previewOf, UploadedUser } from './upload.schema.ts'
import {
  countRows,
  listOwnUploads,
  listRows,
  selectOwnUpload,
  stateOf,
  type Upload,
  type UploadRow,
  uploadStates,
} from './upload.sql.ts'
import { uploadTexts } from './uploads.texts.ts'
import { uploader } from './verify-upload.ts'

/** The rows of each kind in a response; the error file has all of them. */
const maxShown = 100
const maxPreviewed = 20

const Result = UploadedUser.extend({ enrolled_ind: z.boolean(), problem: z.string().nullable() })

export const fetchUpload = operation({
  call: 'GET /student/upload/{student_upload_id}',
  added: true,
  summary: "One of the caller's uploads: its columns, the problems of its rows, its progress and its outcome",
  may: uploader,
  takes: z.object({ student_upload_id: id() }),
  gives: z.object({
    upload: z.object({
      student_upload_id: z.int(),
      file_name: z.string(),
      digest: z.string(),
      created_at: z.iso.datetime(),
      state: z.enum(uploadStates),
      task_id: z.int().nullable(),
      columns: z.array(
        z.object({
          letter: z.string(),
          header: z.string(),
          field: z.enum(columnFields).nullable(),
          dropped: z.boolean(),
        }),
      ),
      /** The heading row; whether it names at least two known columns. */
      heading_row: z.int(),
      headings_known: z.boolean(),
      /** For a workbook: the sheet that was read, and the others. */
      sheet_name: z.string(),
      other_sheets: z.array(z.string()),
      counts: z.object({
        rows: z.int(),
        good: z.int(),
        bad: z.int(),
        done: z.int(),
        added: z.int(),
        existing: z.int(),
        failed: z.int(),
        /** Rows that added a student or an order, and those that an undo reverted or kept. */
        made: z.int(),
        undone: z.int(),
        kept: z.int(),
      }),
      terms: z
        .object({
          organization_id: z.int(),
          course_website_id: z.int(),
          paid: z.boolean(),
          coursePrice: z.number(),
          shippingPrice: z.number(),
          trxId: z.string().nullable(),
          group: z.string().nullable(),
          due_on: z.iso.date().nullable(),
        })
        .nullable(),
      /** The first 100 that must be corrected, and the first 20 of the others. */
      bad: z.array(PreviewRow),
      good: z.array(PreviewRow),
      /** How many of the others have an unusual license number; they come first. */
      unusual: z.int(),
      /** The first 100 of each kind, once they are done. */
      newUsers: z.array(Result),
      existingUsers: z.array(Result),
      failedUsers: z.array(Result),
      /** The first 100 that an undo kept, with the reason. */
      keptUsers: z.array(Result),
    }),
  }),
  async run(ctx, { student_upload_id }) {
    const upload = await selectOwnUpload(ctx, student_upload_id)
    // Counted first, so that a list is never shorter than its stated count while the upload runs.
    const counts = await countRows(ctx, student_upload_id)
    const rows = await listRows(ctx, upload)
    const isBad = ({ issues }: UploadRow) => issues.length > 0
    const previews = (previewRows: UploadRow[], max: number) =>
      previewRows.slice(0, max).map((row) => previewOf(upload, row, ctx.locale))
    const validRows = rows.filter((row) => !isBad(row))
    const isUnusual = (row: UploadRow) =>
      licenseWarningOf(studentFieldsOf(upload.columns, row.cells), ctx.locale) !== null
    const unusual = validRows.filter(isUnusual)
    const resultsWith = (outcome: UploadRow['outcome']) =>
      rows
        .filter((row) => row.outcome === outcome)
        .slice(0, maxShown)
        .map((row) => resultOf(ctx, upload, row))
    return {
      upload: {
        student_upload_id,
        file_name: upload.file_name,
        digest: upload.digest,
        created_at: upload.created_at.toISOString(),
        state: stateOf(upload, counts),
        task_id: upload.task_id,
        columns: upload.columns.map((column, place) => ({ letter: columnLetter(place), ...column })),
        heading_row: upload.heading_row,
        headings_known: upload.headings_known,
        sheet_name: upload.sheet_name,
        other_sheets: upload.other_sheets,
        counts: { ...counts, rows: rows.length, bad: rows.length - counts.good },
        terms: termsOf(upload),
        bad: previews(rows.filter(isBad), maxShown),
        good: [
          ...previews(unusual, maxShown),
          ...previews(
            validRows.filter((row) => !unusual.includes(row)),
            Math.max(0, maxPreviewed - unusual.length),
          ),
        ],
        unusual: unusual.length,
        newUsers: resultsWith('new'),
        existingUsers: resultsWith('existing'),
        failedUsers: resultsWith('failed'),
        keptUsers: rows
          .filter(({ kept_en }) => kept_en !== null)
          .slice(0, maxShown)
          .map((row) => ({ ...resultOf(ctx, upload, row), problem: storedReasonOf(ctx, row) })),
      },
    }
  },
})

function termsOf(upload: Upload) {
  const { seller_id, course_website_id, paid_ind, price_cents, shipping_cents, trx_id, group_name, due_on } = upload
  if (seller_id === null) return null
  return {
    organization_id: seller_id,
    course_website_id: course_website_id!,
    paid: paid_ind!,
    coursePrice: toDollars(price_cents!),
    shippingPrice: toDollars(shipping_cents!),
    trxId: trx_id,
    group: group_name,
    due_on,
  }
}

function resultOf(ctx: Ctx, { columns }: Upload, row: UploadRow) {
  const { first_name, last_name, email } = studentFieldsOf(columns, row.cells)
  return {
    row: row.row_number,
    user_id: row.user_id,
    first_name,
    last_name,
    email,
    enrolled_ind: row.enrolled_ind,
    problem: problemOf(ctx, row),
  }
}

const problemOf = ({ locale }: Ctx, { problem_en: en, problem_es: es, problem_params: params }: UploadRow) =>
  en === null ? null : localizeSentence(locale, { text: [en, es ?? en], params })

const storedReasonOf = ({ locale }: Ctx, { kept_en, kept_es, kept_params: params }: UploadRow) =>
  localizeSentence(locale, { text: [kept_en!, kept_es!], params })

export const fetchUploads = operation({
  call: 'GET /student/uploads',
  added: true,
  summary: "Lists the caller's ten newest uploads of students on this site",
  may: uploader,
  takes: z.object({}),
  gives: z.object({
    uploads: z.array(
      z.object({
        student_upload_id: z.int(),
        file_name: z.string(),
        created_at: z.iso.datetime(),
        state: z.enum(uploadStates),
        rows: z.int(),
      }),
    ),
  }),
  run: async (ctx) => ({
    uploads: (await listOwnUploads(ctx)).map(
      ({ created_at, started_at, undo_task_id, waiting, undoing, ...upload }) => ({
        ...upload,
        created_at: created_at.toISOString(),
        state: stateOf({ started_at, undo_task_id }, { done: 0, good: waiting, made: undoing, undone: 0, kept: 0 }),
      }),
    ),
  }),
})

export const downloadUploadErrors = operation({
  call: 'GET /student/upload/{student_upload_id}/errors',
  added: true,
  summary: 'The rows of an upload that were not uploaded, with their problems, as a file to correct and send again',
  may: uploader,
  rate: 'export',
  takes: z.object({ student_upload_id: id() }),
  gives: sheet,
  async run(ctx, { student_upload_id }) {
    const upload = await selectOwnUpload(ctx, student_upload_id)
    const rows = await listRows(ctx, upload)
    const { columns } = upload
    const headings = [
      ...columns.map(({ header }) => header),
      localize(ctx.locale, uploadTexts.row),
      localize(ctx.locale, uploadTexts.problem),
    ]
    const lines = rows.flatMap((row) => {
      const problems = [
        ...previewOf(upload, row, ctx.locale).issues.map(({ cell, message }) => `${cell}: ${message}`),
        ...(row.outcome === 'failed' ? [problemOf(ctx, row)!] : []),
      ]
      if (problems.length === 0) return []
      return [[...columns.map((_, place) => row.cells[place] ?? ''), String(row.row_number), problems.join(' ')]]
    })
    await ctx.audit({
      action: 'student.upload-errors',
      subject: `student_upload_id:${student_upload_id}`,
      after: { rows: lines.length },
    })
    return sheetResponse(ctx, 'StudentUploadErrors.xlsx', headings, [lines])
  },
})
