import { endLease } from '#modules/learning/leases/acquire-lease.ts'
import { operation } from '#platform/operation.ts'
import { pathTo } from '#platform/path-to.ts'
import { signedIn, userOf } from '#platform/permissions.ts'
import { z } from '#platform/schema.ts'
import { isViewing } from '#platform/viewing.ts'

/**
 * The student leaves the course for the dashboard: the lease ends, so the time spent on the dashboard is not credited.
 */
export const navigateToDashboard = operation({
  call: 'POST /student/navigateToDashboard',
  summary: 'Leave the course for the dashboard',
  may: signedIn,
  takes: z.object({}),
  gives: z.object({ path: z.string() }),
  // Only navigates: the student may be in a lesson, so the lease stays unchanged.
  whileViewing: 'allowed',
  async run(ctx) {
    const { role, user_id } = userOf(ctx)
    if (role !== 'Student') return { path: pathTo('/manage/students'), redirect: pathTo('/manage/students') }
    if (!isViewing(ctx.actor)) await endLease(ctx, user_id, 'left')
    return { path: pathTo('/dashboard'), redirect: pathTo('/dashboard') }
  },
})
