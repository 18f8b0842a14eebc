import { askAboutExam } from '#modules/learning/entry.ts'
import { examTold } from '#modules/learning/facts.ts'
import { job } from '#platform/queue/job.ts'

/** A provider says that something has happened in an exam: it is asked what. */
export const askAboutExamJob = job({
  name: 'learning.ask-about-exam',
  on: examTold,
  waitedFor: true,
  run: (ctx, { external_exam_id }, { signal }) => askAboutExam(ctx, external_exam_id, signal),
})
