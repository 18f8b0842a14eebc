import { deleteOldStudentUploads } from '#modules/backoffice/entry.ts'
import { job } from '#platform/queue/job.ts'

/** Every night: deletes spreadsheets of students that were checked or uploaded a month ago. */
export const forgetStudentUploads = job({
  name: 'backoffice.forget-student-uploads',
  every: '40 7 * * *',
  run: (ctx) => deleteOldStudentUploads(ctx),
})
