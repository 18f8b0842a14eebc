import { operation } from '#platform/operation.ts'
import { id, z } from '#platform/schema.ts'
import { countRows, selectOwnUpload, stateOf, uploadStates } from './upload.sql.ts'
import { uploader } from './verify-upload.ts'

export const fetchUploadProgress = operation({
  call: 'GET /student/upload/{student_upload_id}/progress',
  added: true,
  summary: "The progress of one of the caller's uploads, or of undoing it: finished rows of all rows",
  may: uploader,
  takes: z.object({ student_upload_id: id() }),
  gives: z.object({ state: z.enum(uploadStates), done: z.int(), count: z.int() }),
  async run(ctx, { student_upload_id }) {
    const upload = await selectOwnUpload(ctx, student_upload_id)
    const counts = await countRows(ctx, student_upload_id)
    const state = stateOf(upload, counts)
    return state === 'undoing' || state === 'undone'
      ? { state, done: counts.undone + counts.kept, count: counts.made }
      : { state, done: counts.done, count: counts.good }
  },
})
