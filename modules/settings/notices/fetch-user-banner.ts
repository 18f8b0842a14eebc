import { operation } from '#platform/operation.ts'
import { signedIn } from '#platform/permissions.ts'
import { z } from '#platform/schema.ts'
import { findUserBanner } from './notices.sql.ts'

export const fetchUserBanner = operation({
  call: 'GET /settings/fetchUserBanner',
  summary: "Returns the banner for the caller's role, or null if there is none",
  may: signedIn,
  takes: z.object({}),
  gives: z.object({ banner: z.object({ group: z.string(), message: z.unknown() }).nullable() }),
  run: async (ctx) => ({ banner: await findUserBanner(ctx) }),
})
