import { type ColumnField, columnFields } from '#modules/backoffice/uploads/columns.shared.ts'
import { correctUpload } from '#modules/backoffice/uploads/correct-upload.ts'
import { fetchUpload } from '#modules/backoffice/uploads/fetch-upload.ts'
import { startPolicy, uploadStudents } from '#modules/backoffice/uploads/start-upload.ts'
import { undoer, undoUpload } from '#modules/backoffice/uploads/undo-upload.ts'
import { uploadTexts } from '#modules/backoffice/uploads/uploads.texts.ts'
import { uploader } from '#modules/backoffice/uploads/verify-upload.ts'
import { listOfferTerms } from '#modules/catalogue/index.ts'
import { listOrganizations } from '#modules/identity/organizations/list-organizations.ts'
import type { Ctx } from '#platform/ctx.ts'
import { holds } from '#platform/permissions.ts'
import { page } from '#platform/web/page.ts'
import { redirect } from '#platform/web/page-redirect.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'
import { idOf } from '#web/pages/course/course-place.ts'
import { StudentUpload } from './student-upload-view.tsx'
import type { UploadShown } from './upload-terms.tsx'

type Values = Readonly<Record<string, string>>

/** A checked spreadsheet: its errors, terms, progress and result. */
export default page({
  address: '/manage/students/upload/:id{[0-9]{1,9}}',
  title: uploadTexts.title,
  may: uploader,
  layout: BackOfficeLayout,
  load: ({ ctx, params }) => load(ctx, idOf(params.id)),
  async submit({ ctx, params, url, form: { values } }) {
    const { message = '' } = await act(ctx, idOf(params.id), values)
    return redirect(url.pathname, { flash: { kind: 'success', text: message } })
  },
  view: (data, input) => <StudentUpload data={data} input={input} />,
})

function act(ctx: Ctx, student_upload_id: number, values: Values): Promise<{ message?: string }> {
  if (values.action === 'undo') return undoUpload.run(ctx, { student_upload_id })
  return (values.action === 'upload' ? start : correctCells)(ctx, student_upload_id, values)
}

async function load(ctx: Ctx, student_upload_id: number): Promise<UploadShown> {
  const { upload } = await fetchUpload.run(ctx, { student_upload_id })
  const starts = startPolicy.gate(ctx.actor) && upload.state === 'checked'
  return {
    upload,
    starts,
    undoes: undoer.gate(ctx.actor) && upload.state === 'done' && upload.counts.made > 0,
    invoices: holds(ctx.actor, 'MANAGE_INVOICE_PAYMENTS:CREATE'),
    organizations: starts ? (await listOrganizations.run(ctx, {})).data : [],
    here: ctx.organization.organization_id,
    offers: starts ? await listOfferTerms(ctx, ctx.organization.scope) : [],
  }
}

/** Cells are sent as `cell:14:email`, columns as `column:3`. */
function correctCells(ctx: Ctx, student_upload_id: number, values: Values) {
  const fields = Object.entries(values).map(([name, value]) => [name.split(':'), value] as const)
  const cells = fields.flatMap(([[kind, row = '', column = ''], value]) =>
    kind === 'cell' ? [{ row: idOf(row), column: fieldOf(column)!, value }] : [],
  )
  const columns = fields.flatMap(([[kind, place = ''], value]) =>
    kind === 'column' ? [{ place: Number(place), field: fieldOf(value) }] : [],
  )
  return correctUpload.run(ctx, { student_upload_id, digest: values.digest ?? '', cells, columns })
}

const fieldOf = (name: string): ColumnField | null => columnFields.find((field) => field === name) ?? null

function start(ctx: Ctx, student_upload_id: number, values: Values) {
  const { digest = '', trxId } = values
  return uploadStudents.run(ctx, {
    student_upload_id,
    digest,
    organization: idOf(values.organization ?? ''),
    course_website: idOf(values.course_website ?? ''),
    shipping: values.shipping ? idOf(values.shipping) : null,
    paid: values.paid === '1',
    bill_students: values.bill_students === '1',
    // The operation reads the typed text of a price.
    coursePrice: values.coursePrice?.trim() ? (values.coursePrice as unknown as number) : null,
    // The operation reads the typed text of a price.
    shippingPrice: values.shippingPrice as unknown as number,
    trxId,
    group: values.group?.trim() || null,
    due_on: values.due_on || null,
  })
}
