import { backofficeErrors } from '#modules/backoffice/errors.ts'
import { undoUploadedOrder } from '#modules/checkout/index.ts'
import { orderStatus } from '#modules/checkout/lookups.shared.ts'
import {
  advanceTask,
  failTask,
  findOpenTask,
  finishTask,
  hasSignedIn,
  removePerson,
  requesterContext,
} from '#modules/identity/index.ts'
import { restoreLicense } from '#modules/learning/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { Refusal } from '#platform/errors.ts'
import type { Sentence } from '#platform/sentence.ts'
import { localize } from '#platform/texts.ts'
import { undoer } from './undo-upload.ts'
import {
  type Counts,
  type CreatedRow,
  countRows,
  findStartedUpload,
  listCreatedRows,
  lockCreatedRow,
  type Upload,
  updateUndone,
} from './upload.sql.ts'
import { uploadTexts } from './uploads.texts.ts'

const fetchSize = 40

/**
 * Undoes the rows of an upload, each in its own transaction: completely, or not at all with the reason. Runs with the
 * requester's current permissions. Safe to repeat and to run concurrently.
 */
export async function processUploadUndo(ctx: Ctx, student_upload_id: number): Promise<void> {
  const upload = await findStartedUpload(ctx, student_upload_id)
  const task = upload?.undo_task_id ? await findOpenTask(ctx, upload.undo_task_id) : null
  if (!upload || !task) return
  let after = 0
  for (;;) {
    const rows = await listCreatedRows(ctx, student_upload_id, after, fetchSize)
    if (rows.length === 0) break
    const requester = await requesterContext(ctx, upload.user_id, upload.site_id)
    if (!requester || !undoer.gate(requester.actor)) {
      await ctx.tx((inner) => failTask(inner, task.task_id, uploadTexts.noUndoRight))
      return
    }
    for (const { row_number } of rows) await undoRow(requester, upload, row_number)
    after = rows.at(-1)!.row_number
    const { undone, kept } = await countRows(ctx, student_upload_id)
    if (!(await advanceTask(ctx, task.task_id, undone + kept))) return
  }
  const counts = await countRows(ctx, student_upload_id)
  // Another worker has the remaining rows, and ends the task.
  if (counts.undone + counts.kept < counts.made) throw new Error('Another worker is still undoing rows of this upload')
  await ctx.tx((inner) => finishTask(inner, task.task_id, { summary: summaryOf(counts) }))
}

const summaryOf = ({ undone, kept }: Counts): Sentence => ({ text: uploadTexts.undoResult, params: { undone, kept } })

async function undoRow(ctx: Ctx, { student_upload_id }: Upload, row_number: number): Promise<void> {
  try {
    await ctx.tx(async (inner) => {
      const row = await lockCreatedRow(inner, student_upload_id, row_number)
      if (!row) return
      await revertRow(inner, row)
      await updateUndone(inner, student_upload_id, row_number, null)
    })
  } catch (error) {
    // A rule of the product keeps the row: that is its outcome. The job retries anything else.
    if (!(error instanceof Refusal)) throw error
    const { kind, params } = error
    const sentence = { text: kind.text, params }
    await ctx.tx((inner) => updateUndone(inner, student_upload_id, row_number, sentence))
  }
}

/** Throws uploadedSignedIn, uploadedHasMore and what `undoUploadedOrder` and `removePerson` throw. */
async function revertRow(ctx: Ctx, { outcome, user_id, order_id, license_change }: CreatedRow): Promise<void> {
  if (license_change !== null) await restoreLicense(ctx, user_id, license_change)
  if (order_id !== null) await undoUploadedOrder(ctx, order_id, localize('en-us', uploadTexts.undoReason))
  if (outcome !== 'new') return
  if (await hasSignedIn(ctx, user_id)) throw backofficeErrors.uploadedSignedIn()
  const { loginid, lk_user_status_id } = await removePerson(ctx, user_id)
  // Checked after the lock: a concurrent purchase is visible here, or finds the person removed.
  if (await hasOtherRecords(ctx, user_id, order_id)) throw backofficeErrors.uploadedHasMore()
  await ctx.audit({
    action: 'user.remove',
    subject: `user_id:${user_id}`,
    subject_user_id: user_id,
    before: { loginid, lk_user_status_id },
  })
}

/** Whether the student has anything besides the upload's order. */
async function hasOtherRecords({ sql }: Ctx, user_id: number, order_id: number | null): Promise<boolean> {
  const [row] = await sql<{ has_records: boolean }>`
    select exists (select from checkout.v_order_item i
                   where i.user_id = ${user_id} and i.order_id is distinct from ${order_id}::int
                     and i.lk_order_status_id in (${orderStatus.Open}, ${orderStatus.Paid}))
        or exists (select from checkout.v_payment p
                   where p.user_id = ${user_id} and p.order_id is distinct from ${order_id}::int)
        or exists (select from learning.v_student_certificate where user_id = ${user_id}) as has_records`
  return row!.has_records
}
