import { processUploadUndo } from '#modules/backoffice/entry.ts'
import { uploadUndoStarted } from '#modules/backoffice/uploads/facts.ts'
import { job } from '#platform/queue/job.ts'

/** Undoes an upload of students. */
export const carryOutUndoJob = job({
  name: 'backoffice.carry-out-undo',
  on: uploadUndoStarted,
  userWaits: true,
  expireSeconds: 900,
  concurrency: 1,
  run: (ctx, { student_upload_id }) => processUploadUndo(ctx, student_upload_id),
})
