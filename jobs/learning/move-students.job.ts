import { moveRequested } from '#modules/learning/versions/facts.ts'
import { carryOutMove } from '#modules/learning/versions/move-all-students.ts'
import { job } from '#platform/queue/job.ts'

/** Moves all students of a course version who have not started, at staff's request. */
export const moveStudentsJob = job({
  name: 'learning.move-students',
  on: moveRequested,
  userWaits: true,
  expireSeconds: 900,
  concurrency: 1,
  retries: 4,
  run: (ctx, { task_id }) => carryOutMove(ctx, task_id),
})
