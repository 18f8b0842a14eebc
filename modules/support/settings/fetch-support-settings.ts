import { chainOf, inheritSupport, listSupportLayers } from '#modules/settings/index.ts'
import { operation } from '#platform/operation.ts'
import { staff } from '#platform/permissions.ts'
import { z } from '#platform/schema.ts'
import { ShownSupport, shownSupport } from './support-settings.schema.ts'

const nothing = { phone: null, email: null, hours: null, answer: null, default_assignee: null, categories: null }

export const fetchSupportSettings = operation({
  call: 'GET /settings/fetchSupportSettings',
  summary: "The organization's support settings. A null setting is inherited, and `inherited` has its value",
  may: staff('MANAGE_SETTINGS:READ'),
  takes: z.object({}),
  gives: z.object({
    error: z.literal(false),
    settings: z.object({
      configuration: ShownSupport,
      inherited: ShownSupport,
      /** Sent back with a change to avoid overwriting unseen changes. 0 before the first one. */
      version: z.int(),
    }),
  }),
  async run(ctx) {
    const layers = await listSupportLayers(ctx, chainOf(ctx))
    const ownLayer = layers.find(({ organization_id }) => organization_id === ctx.organization.organization_id)
    const above = layers.filter((layer) => layer !== ownLayer)
    const settings = {
      configuration: shownSupport(ownLayer?.said ?? nothing),
      inherited: shownSupport(inheritSupport(above.map(({ said }) => said))),
      version: ownLayer?.version ?? 0,
    }
    return { error: false as const, settings }
  },
})
