import { operation } from '#platform/operation.ts'
import { staff } from '#platform/permissions.ts'
import { z } from '#platform/schema.ts'
import { listSavedBanners } from './saved-banners.sql.ts'

export const fetchBanners = operation({
  call: 'GET /settings/fetchBanners',
  summary: 'Returns the banners of the current organization as a JSON string',
  may: staff('MANAGE_SETTINGS:READ'),
  takes: z.object({}),
  gives: z.object({ banners: z.string() }),
  run: async (ctx) => ({ banners: JSON.stringify(await listSavedBanners(ctx)) }),
})
