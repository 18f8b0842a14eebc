import { operation } from '#platform/operation.ts'
import { staff } from '#platform/permissions.ts'
import { z } from '#platform/schema.ts'
import { allInherited } from './checkout-settings.ts'
import { ShownSettings, settingsResponse } from './settings.schema.ts'
import { inherit, listLayers } from './settings.sql.ts'

export const fetchCheckoutSettings = operation({
  call: 'GET /settings/fetchCheckoutSettings',
  summary: "The organization's checkout settings. A null setting is inherited, and `inherited` has its value",
  may: staff('MANAGE_SETTINGS:READ'),
  takes: z.object({}),
  gives: z.object({
    settings: ShownSettings,
    inherited: ShownSettings,
    /** Sent back with a change, so that no one overwrites unseen changes. 0 before the first one. */
    version: z.int(),
  }),
  async run(ctx) {
    const { organization_id } = ctx.organization
    const layers = await listLayers(ctx, organization_id)
    const ownLayer = layers.find((layer) => layer.organization_id === organization_id)
    const above = layers.filter((layer) => layer !== ownLayer)
    return {
      settings: settingsResponse(ownLayer?.said ?? allInherited),
      inherited: settingsResponse(inherit(above)),
      version: ownLayer?.version ?? 0,
    }
  },
})
