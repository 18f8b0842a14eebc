import { backofficeErrors } from '#modules/backoffice/errors.ts'
import { checkoutErrors, requireValidTerms } from '#modules/checkout/index.ts'
import { addTask } from '#modules/identity/index.ts'
import { dueOn, groupName } from '#modules/learning/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { holds, staff, userOf } from '#platform/permissions.ts'
import { flag, id, list, optionalText, z } from '#platform/schema.ts'
import { localText } from '#platform/texts.ts'
import { fields } from './columns.shared.ts'
import { uploadStarted } from './facts.ts'
import { limits } from './limits.shared.ts'
import { studentFieldsOf } from './student-fields.ts'
import { SentPreview, UploadedUser } from './upload.schema.ts'
import { listRows, selectOwnUpload, type Upload, type UploadRow, updateStarted } from './upload.sql.ts'
import { uploadTexts } from './uploads.texts.ts'
import { uploadRate } from './verify-upload.ts'

/** An id, or the list row that has it. */
const idOrRow = (name: string) =>
  z
    .union([id(), z.looseObject({ [name]: id() })])
    .transform((input) => (typeof input === 'number' ? input : (input as Record<string, number>)[name]!))

const dollars = () =>
  z
    .preprocess(
      (input) =>
        typeof input === 'string' && /^\$?\d{1,7}(\.\d{1,2})?$/.test(input) ? Number(input.replace('$', '')) : input,
      z
        .number()
        .min(0)
        .max(1_000_000)
        .refine((sum) => Math.abs(sum * 100 - Math.round(sum * 100)) < 1e-6),
    )
    .openapi({ type: 'number', minimum: 0 })

/** Adding students charges them, so both permissions are required. */
export const startPolicy = staff(['MANAGE_STUDENTS:CREATE', 'MANAGE_PAYMENTS:CREATE'], 'every')

export const uploadStudents = operation({
  call: 'POST /student/uploadStudents',
  summary:
    'Adds and enrolls the students of a checked set in the background; its rows are named by themselves or by its id',
  may: startPolicy,
  rate: uploadRate,
  max_body: limits.body,
  takes: z.object({
    /** The preview as returned; or `student_upload_id` with `digest`. */
    students: list(SentPreview, limits.rows).nullish(),
    student_upload_id: id().nullish(),
    digest: z.string().max(64).nullish(),
    organization: idOrRow('organization_id'),
    course_website: idOrRow('course_website_id'),
    website: idOrRow('website_id').nullish(),
    shipping: z.preprocess((input) => (input === '' ? null : input), id().nullish()),
    /** The organization pays by invoice. */
    paid: flag().default(false),
    /** Not paid, at an invoiced organization: each student gets a bill by email, and pays. */
    bill_students: flag().default(false),
    /** null: the website's price. */
    coursePrice: dollars().nullable().default(0),
    shippingPrice: dollars().default(0),
    trxId: optionalText(100),
    /** For the enrollments of all rows. */
    group: groupName(),
    due_on: dueOn(),
  }),
  gives: z.object({
    error: z.literal(false),
    /** The background task: `GET /user/task/{task_id}` reports its progress. */
    task_id: z.int(),
    student_upload_id: z.int(),
    /** The students that the check found. */
    newUsers: z.array(UploadedUser),
    existingUsers: z.array(UploadedUser),
  }),
  fails: [
    errors.notFound,
    backofficeErrors.uploadAltered,
    backofficeErrors.uploadStarted,
    backofficeErrors.uploadEmpty,
    backofficeErrors.paidNeedsRight,
    checkoutErrors.priceOutOfBounds,
    checkoutErrors.shippingInvalid,
    checkoutErrors.notInvoiced,
    checkoutErrors.organizationPaysByInvoice,
  ],
  async run(ctx, { students, student_upload_id, digest, ...chosen }) {
    const upload = await selectOwnUpload(ctx, students?.[0]?.student_upload_id ?? student_upload_id ?? 0, true)
    const rows = await listRows(ctx, upload)
    if (students ? !isSame(upload, rows, students) : digest !== upload.digest) throw backofficeErrors.uploadAltered()
    const terms = await termsOf(ctx, chosen)
    const uploads = rows.filter(({ issues }) => issues.length === 0)
    if (uploads.length === 0) throw backofficeErrors.uploadEmpty()
    const task_id = upload.started_at
      ? requireSameTerms(upload, terms)
      : await start(ctx, upload, terms, uploads.length)
    const usersOf = (existing: boolean) =>
      uploads.filter((row) => (row.existing_user_id !== null) === existing).map((row) => userOfRow(upload, row))
    return {
      error: false as const,
      task_id,
      student_upload_id: upload.student_upload_id,
      newUsers: usersOf(false),
      existingUsers: usersOf(true),
      message: localText(ctx.locale, uploadTexts, 'started'),
    }
  },
})

/** Compares row by row and field by field with the stored check. */
function isSame(
  { student_upload_id, columns }: Upload,
  rows: readonly UploadRow[],
  sentBody: readonly z.output<typeof SentPreview>[],
) {
  return (
    sentBody.length === rows.length &&
    rows.every(({ row_number, cells }, index) => {
      const input = sentBody[index]!
      const values = studentFieldsOf(columns, cells)
      const isSameRow = input.student_upload_id === student_upload_id && input.row === row_number
      return isSameRow && fields.every((field) => (input[field] ?? '') === values[field])
    })
  )
}

type UploadOptions = Omit<z.output<typeof uploadStudents.takes>, 'students' | 'student_upload_id' | 'digest'>
type Terms = Omit<Parameters<typeof updateStarted>[2], 'task_id'>

/** The chosen terms in stored form. Throws notFound, paidNeedsRight and the errors of `requireValidTerms`. */
async function termsOf(ctx: Ctx, options: UploadOptions): Promise<Terms> {
  const { organization: seller_id, course_website: course_website_id, website, paid, bill_students, trxId } = options
  const { group: group_name = null, due_on = null } = options
  const { coursePrice: price, shippingPrice: shipping_price, shipping: lk_shipping_type_id = null } = options
  if (!ctx.organization.scope.includes(seller_id)) throw errors.notFound()
  if (paid && !holds(ctx.actor, 'MANAGE_INVOICE_PAYMENTS:CREATE')) throw backofficeErrors.paidNeedsRight()
  const { price_cents, shipping_cents } = await requireValidTerms(ctx, seller_id, {
    course_website_id,
    lk_shipping_type_id,
    price,
    shipping_price,
    paid,
    bill_students,
  })
  if (website) {
    const [courseWebsite] = await ctx.sql`
      select from catalogue.v_course_website
      where course_website_id = ${course_website_id} and website_id = ${website}`
    if (!courseWebsite) throw errors.notFound()
  }
  return {
    seller_id,
    course_website_id,
    lk_shipping_type_id,
    paid_ind: paid,
    price_cents,
    shipping_cents,
    trx_id: trxId || null,
    group_name,
    due_on,
  }
}

/** The same request is the same upload. Throws uploadStarted for different terms. */
function requireSameTerms(upload: Upload, terms: Terms): number {
  const isSameTerms = (Object.keys(terms) as (keyof Terms)[]).every((name) => upload[name] === terms[name])
  if (!isSameTerms) throw backofficeErrors.uploadStarted()
  return upload.task_id!
}

async function start(ctx: Ctx, { student_upload_id }: Upload, terms: Terms, count: number): Promise<number> {
  const { task_id } = await addTask(ctx, {
    user_id: userOf(ctx).user_id,
    kind: 'students.upload',
    title: { text: uploadTexts.task, params: { count } },
    rows_total: count,
    input: { student_upload_id },
    dedupe_key: `students.upload:${student_upload_id}`,
  })
  await updateStarted(ctx, student_upload_id, { ...terms, task_id })
  await ctx.emit(uploadStarted, { student_upload_id })
  await ctx.audit({
    action: 'student.upload',
    subject: `student_upload_id:${student_upload_id}`,
    after: { ...terms, students: count },
  })
  return task_id
}

function userOfRow({ columns }: Upload, { row_number, cells, existing_user_id }: UploadRow) {
  const { first_name, last_name, email } = studentFieldsOf(columns, cells)
  return { row: row_number, user_id: existing_user_id, first_name, last_name, email }
}
