import { listSupportLayers, organizationChain, resolveSupportSettings } from '#modules/settings/index.ts'
import { operation } from '#platform/operation.ts'
import { staff } from '#platform/permissions.ts'
import { z } from '#platform/schema.ts'
import { SupportSettingsResponse, supportResponse } from './support-settings.schema.ts'

const inheritedSettings = {
  phone: null,
  email: null,
  hours: null,
  answer: null,
  default_assignee: null,
  categories: null,
}

export const fetchSupportSettings = operation({
  call: 'GET /settings/fetchSupportSettings',
  summary: "The organization's support settings. A null setting is inherited, and `inherited` has its value",
  may: staff('MANAGE_SETTINGS:READ'),
  takes: z.object({}),
  gives: z.object({
    error: z.literal(false),
    settings: z.object({
      configuration: SupportSettingsResponse,
      inherited: SupportSettingsResponse,
      /** To be sent back with a change, so that it does not overwrite unseen changes. 0 if nothing was saved yet. */
      version: z.int(),
    }),
  }),
  async run(ctx) {
    const layers = await listSupportLayers(ctx, organizationChain(ctx))
    const ownLayer = layers.find(({ organization_id }) => organization_id === ctx.organization.organization_id)
    const parentLayers = layers.filter((layer) => layer !== ownLayer)
    const settings = {
      configuration: supportResponse(ownLayer?.own_settings ?? inheritedSettings),
      inherited: supportResponse(resolveSupportSettings(parentLayers.map(({ own_settings }) => own_settings))),
      version: ownLayer?.version ?? 0,
    }
    return { error: false as const, settings }
  },
})
