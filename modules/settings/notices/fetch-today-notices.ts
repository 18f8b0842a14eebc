import { operation } from '#platform/operation.ts'
import { signedIn } from '#platform/permissions.ts'
import { z } from '#platform/schema.ts'
import { listTodayNotices } from './notices.sql.ts'

export const fetchTodayNotices = operation({
  call: 'GET /settings/fetchTodayNotices',
  summary: "Lists today's notices for everyone and for the caller's role",
  may: signedIn,
  takes: z.object({}),
  gives: z.object({
    notices: z.array(z.object({ system_notice_id: z.int(), lk_system_notice_type_id: z.int(), message: z.unknown() })),
  }),
  run: async (ctx) => ({ notices: await listTodayNotices(ctx) }),
})
