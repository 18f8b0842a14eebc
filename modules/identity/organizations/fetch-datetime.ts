import { operation } from '#platform/operation.ts'
import { anyone } from '#platform/permissions.ts'
import { z } from '#platform/schema.ts'

export const fetchDatetime = operation({
  call: 'GET /util/datetime',
  clients: 'getServerTime',
  summary: 'Returns the server time',
  may: anyone,
  takes: z.object({}),
  gives: z.object({ datetime: z.string() }),
  async run(ctx) {
    return { datetime: ctx.now.toISOString() }
  },
})
