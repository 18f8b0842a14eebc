import { operation } from '#platform/operation.ts'
import { ofVisited, staff } from '#platform/permissions.ts'
import { count, flag, wording, z } from '#platform/schema.ts'
import { localText } from '#platform/texts.ts'
import { leaverTexts } from './leaver.texts.ts'
import { saveLeaverSettings, selectLeaverSettings } from './leaver-settings.sql.ts'

export const fetchLeaverEmail = operation({
  call: 'GET /settings/fetchLeaverEmail',
  summary: 'Whether and when buyers who left an unpaid cart get a reminder',
  may: staff('MANAGE_SETTINGS:READ'),
  takes: z.object({}),
  gives: z.object({ leaver: z.object({ enabled: z.boolean(), minutes: z.int() }) }),
  async run(ctx) {
    const { email_enabled_ind, email_minutes } = await selectLeaverSettings(ctx, ctx.organization.organization_id)
    return { leaver: { enabled: email_enabled_ind, minutes: email_minutes } }
  },
})

const minutesError = { error: wording(leaverTexts.minutesWrong) }

export const saveLeaverEmail = operation({
  call: 'POST /settings/saveLeaverEmail',
  summary: 'Sets whether and when buyers who left an unpaid cart get a reminder',
  may: ofVisited(staff('MANAGE_SETTINGS:UPDATE')),
  takes: z.object({
    leaver: z.object({
      enabled: flag(),
      minutes: count().pipe(z.int().min(1, minutesError).max(1_440, minutesError)).default(5),
    }),
  }),
  gives: z.object({}),
  async run(ctx, { leaver: { enabled, minutes } }) {
    await saveLeaverSettings(ctx, { email_enabled_ind: enabled, email_minutes: minutes })
    return { message: localText(ctx.locale, leaverTexts, 'saved') }
  },
})
