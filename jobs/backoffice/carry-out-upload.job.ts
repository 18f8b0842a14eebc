import { processUpload } from '#modules/backoffice/entry.ts'
import { uploadStarted } from '#modules/backoffice/uploads/facts.ts'
import { job } from '#platform/queue/job.ts'

/** Adds the students of an uploaded spreadsheet. */
export const carryOutUploadJob = job({
  name: 'backoffice.carry-out-upload',
  on: uploadStarted,
  userWaits: true,
  // Two minutes for 5,000 students on a small machine.
  expireSeconds: 900,
  concurrency: 1,
  run: (ctx, { student_upload_id }) => processUpload(ctx, student_upload_id),
})
