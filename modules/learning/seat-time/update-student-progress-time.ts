import { learningErrors } from '#modules/learning/errors.ts'
import { courseOfProgress } from '#modules/learning/leases/lease.sql.ts'
import {
  listVideoProgress,
  lockVideos,
  recordVideo,
  type VideoReport,
} from '#modules/learning/progress/watched-video.sql.ts'
import { beat } from '#modules/learning/rates.ts'
import type { Ctx } from '#platform/ctx.ts'
import { operation } from '#platform/operation.ts'
import { scoped, student, userOf } from '#platform/permissions.ts'
import { count, flag, id, list, z } from '#platform/schema.ts'
import { creditBeat } from './beat.ts'
import { endIdle, inactiveLogin } from './end-idle.ts'

const day = 86_400_000
const milliseconds = () => z.number().min(0).max(day)

const Video = z.object({
  media: z.string().min(1).max(500),
  duration_ms: z.number().positive().max(day),
  ranges: list(z.object({ from_ms: milliseconds(), to_ms: milliseconds() }), 100),
})

/** The heartbeat. It is a single, very frequent statement, so it runs without a transaction. */
export const updateStudentProgressTime = operation({
  call: 'POST /course/updateStudentProgressTime',
  summary: 'Heartbeat of an open component, every 10 seconds. Only the server decides what it credits',
  // The operation's single statement finds the progress and checks its owner.
  may: scoped(student, 'of their own progress', async () => {}),
  takes: z.object({
    student_progress_id: id(),
    /** The client's claims, which are logged and never added. */
    time_spent: count(0, 10_000_000).nullish(),
    completed_ind: flag().nullish(),
    lease_id: z.uuid().nullish(),
    sequence: count(1, 2_000_000_000).nullish(),
    interacted_ms_ago: milliseconds().nullish(),
    ranges: list(Video, 20).nullish(),
  }),
  gives: z.object({
    student_progress_id: z.number(),
    time_spent: z.number(),
    required_seconds: z.number(),
    remaining_seconds: z.number(),
    inactive: z.boolean(),
    /** The progress of each video; only in the response to a beat that reports some. */
    videos: z.array(z.object({ media: z.string(), percent: z.number(), completed: z.boolean() })).optional(),
  }),
  fails: [learningErrors.activeElsewhere],
  transaction: { own: 'a heartbeat is one statement, and there are a great many' },
  rate: beat,
  async run(ctx, input) {
    const { user_id, session_id } = userOf(ctx)
    const { student_progress_id, ranges } = input
    const credit = await creditBeat(ctx, {
      user_id,
      session_id,
      student_progress_id,
      lease_id: input.lease_id ?? null,
      sequence: input.sequence ?? null,
      interacted_ms_ago: Math.floor(input.interacted_ms_ago ?? 0),
      claimed_seconds: input.time_spent ?? null,
    })
    if (credit.inactive) await endIdle(ctx, await courseOfProgress(ctx, student_progress_id))
    const videos =
      ranges?.length && !credit.inactive && !credit.due
        ? await recordVideos(ctx, student_progress_id, ranges)
        : undefined
    return {
      student_progress_id,
      time_spent: Math.floor(credit.spent_ms / 1000),
      required_seconds: credit.required_ms / 1000,
      remaining_seconds: Math.max(0, Math.ceil((credit.required_ms - credit.spent_ms) / 1000)),
      inactive: credit.inactive,
      ...(videos && { videos }),
      ...(credit.due && { redirect: credit.due }),
      ...(credit.inactive && { redirect: inactiveLogin }),
    }
  },
})

const recordVideos = (ctx: Ctx, student_progress_id: number, reports: readonly VideoReport[]) =>
  ctx.tx(async (inner) => {
    await lockVideos(inner, student_progress_id)
    for (const report of reports) await recordVideo(inner, student_progress_id, report)
    return (await listVideoProgress(inner, [student_progress_id])).get(student_progress_id) ?? []
  })
