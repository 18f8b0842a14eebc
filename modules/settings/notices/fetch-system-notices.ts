import { operation } from '#platform/operation.ts'
import { staff } from '#platform/permissions.ts'
import { z } from '#platform/schema.ts'
import { listSavedNotices, SavedNotice } from './saved-notices.sql.ts'

export const fetchSystemNotices = operation({
  call: 'GET /settings/fetchSystemNotices',
  summary: 'Lists the notices of the current organization, including scheduled and ended ones',
  may: staff('MANAGE_SETTINGS:READ'),
  takes: z.object({}),
  gives: z.object({ notices: z.array(SavedNotice) }),
  run: async (ctx) => ({ notices: await listSavedNotices(ctx) }),
})
