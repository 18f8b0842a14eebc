import { learningErrors } from '#modules/learning/errors.ts'
import { findLiveLease } from '#modules/learning/leases/lease.sql.ts'
import { ofCourse } from '#modules/learning/permissions.ts'
import { beat } from '#modules/learning/rates.ts'
import { operation } from '#platform/operation.ts'
import { userOf } from '#platform/permissions.ts'
import { count, id, z } from '#platform/schema.ts'
import { creditBeat } from './beat.ts'
import { endIdle, inactiveLogin } from './end-idle.ts'

/** The page warns this many seconds before the limit. */
const warning_seconds = 30

/**
 * The idle check of a page. Before the limit it changes nothing. At the limit it is a beat, whose reported time of the
 * last interaction counts only if it is earlier than the server's record.
 */
export const idle = operation({
  call: 'POST /user/idle',
  summary: "Reports the seconds since the student's last activity; after the limit of the course the session ends",
  added: true,
  may: ofCourse('studentCourseId'),
  takes: z.object({ studentCourseId: id(), idle: count(0, 86_400) }),
  gives: z.object({
    inactive: z.boolean(),
    /** Whether the warning is due: at most half a minute is left. */
    warn: z.boolean(),
    seconds_left: z.number().nullable(),
  }),
  fails: [learningErrors.activeElsewhere],
  transaction: { own: 'a beat runs by itself' },
  rate: beat,
  async run(ctx, { studentCourseId, idle: seconds }) {
    const { user_id, session_id } = userOf(ctx)
    const lease = await findLiveLease(ctx, user_id, studentCourseId)
    if (!lease) return { inactive: false, warn: false, seconds_left: null }
    const { student_progress_id, idle_seconds } = lease
    const secondsLeft = idle_seconds === null ? null : Math.max(0, idle_seconds - seconds)
    if (secondsLeft !== 0)
      return {
        inactive: false,
        warn: secondsLeft !== null && secondsLeft <= warning_seconds,
        seconds_left: secondsLeft,
      }
    const beat = { lease_id: null, sequence: null, interacted_ms_ago: seconds * 1000, claimed_seconds: null }
    const { inactive, due } = await creditBeat(ctx, { user_id, session_id, student_progress_id, ...beat })
    if (inactive) await endIdle(ctx, studentCourseId)
    return {
      inactive,
      warn: true,
      seconds_left: secondsLeft,
      ...(due && { redirect: due }),
      ...(inactive && { redirect: inactiveLogin }),
    }
  },
})
