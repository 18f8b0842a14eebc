import { backofficeErrors } from '#modules/backoffice/errors.ts'
import { addTask } from '#modules/identity/index.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { staff, userOf } from '#platform/permissions.ts'
import { id, z } from '#platform/schema.ts'
import { localText } from '#platform/texts.ts'
import { uploadUndoStarted } from './facts.ts'
import { countRows, selectOwnUpload, updateUndoStarted } from './upload.sql.ts'
import { uploadTexts } from './uploads.texts.ts'

/** The permissions for uploading and for removing the added students. */
export const undoer = staff(['MANAGE_STUDENTS:CREATE', 'MANAGE_STUDENTS:DELETE', 'MANAGE_PAYMENTS:CREATE'], 'every')

export const undoUpload = operation({
  call: 'POST /student/undoUpload',
  added: true,
  summary:
    'Undoes an upload in the background: unpaid orders, courses that were not started, and new students who have not signed in. Used rows stay',
  may: undoer,
  takes: z.object({ student_upload_id: id() }),
  gives: z.object({ task_id: z.int() }),
  fails: [errors.notFound, backofficeErrors.uploadNotDone],
  async run(ctx, { student_upload_id }) {
    const upload = await selectOwnUpload(ctx, student_upload_id, true)
    const message = localText(ctx.locale, uploadTexts, 'undoStarted')
    if (upload.undo_task_id) return { task_id: upload.undo_task_id, message }
    const { good, done, made } = await countRows(ctx, student_upload_id)
    if (!upload.started_at || done < good) throw backofficeErrors.uploadNotDone()
    const { task_id } = await addTask(ctx, {
      user_id: userOf(ctx).user_id,
      kind: 'students.undo-upload',
      title: { text: uploadTexts.undoTask, params: { count: made } },
      rows_total: made,
      input: { student_upload_id },
      dedupe_key: `students.undo-upload:${student_upload_id}`,
    })
    await updateUndoStarted(ctx, student_upload_id, task_id)
    await ctx.emit(uploadUndoStarted, { student_upload_id })
    await ctx.audit({
      action: 'student.undo-upload',
      subject: `student_upload_id:${student_upload_id}`,
      after: { rows: made },
    })
    return { task_id, message }
  },
})
