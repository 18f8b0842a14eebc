import { operation } from '#platform/operation.ts'
import { staff } from '#platform/permissions.ts'
import { z } from '#platform/schema.ts'
import { allInherited } from './checkout-settings.ts'
import { ShownSettings, settingsResponse } from './settings.schema.ts'
import { listLayers, resolveSettings } from './settings.sql.ts'

export const fetchCheckoutSettings = operation({
  call: 'GET /settings/fetchCheckoutSettings',
  summary: "The organization's checkout settings. A null setting is inherited, and `inherited` has its value",
  may: staff('MANAGE_SETTINGS:READ'),
  takes: z.object({}),
  gives: z.object({
    settings: ShownSettings,
    inherited: ShownSettings,
    /** To be sent back with a change, so that it does not overwrite unseen changes. 0 if nothing was saved yet. */
    version: z.int(),
  }),
  async run(ctx) {
    const { organization_id } = ctx.organization
    const layers = await listLayers(ctx, organization_id)
    const ownLayer = layers.find((layer) => layer.organization_id === organization_id)
    const parentLayers = layers.filter((layer) => layer !== ownLayer)
    return {
      settings: settingsResponse(ownLayer?.own_settings ?? allInherited),
      inherited: settingsResponse(resolveSettings(parentLayers)),
      version: ownLayer?.version ?? 0,
    }
  },
})
