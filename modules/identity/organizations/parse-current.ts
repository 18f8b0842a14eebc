import { operation } from '#platform/operation.ts'
import { anyone } from '#platform/permissions.ts'
import { z } from '#platform/schema.ts'

export const parseCurrent = operation({
  call: 'GET /organization/parseCurrent',
  clients: 'getCurrentOrganization',
  summary: 'Returns the organization of the visited site',
  may: anyone,
  sites: 'proved',
  takes: z.object({}),
  gives: z.object({
    organization: z.object({ organization_id: z.int(), code: z.string(), name: z.string() }),
  }),
  async run(ctx) {
    return { organization: ctx.organization }
  },
})
