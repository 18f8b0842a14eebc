import { operation } from '#platform/operation.ts'
import { userOf } from '#platform/permissions.ts'
import { requiredText, z } from '#platform/schema.ts'
import { localText } from '#platform/texts.ts'
import { mayChange } from './account-permissions.ts'
import { accountTexts } from './accounts.texts.ts'
import { deleteHold, insertHold } from './hold.sql.ts'
import { Agency } from './save-account.ts'

const takes = z.object({ agency: Agency, reason: requiredText(accountTexts.reasonMissing, 500) })

export const holdAgency = operation({
  call: 'POST /agency/hold',
  added: true,
  summary: 'Holds back all reports of the organization to an agency; new ones wait as well',
  may: mayChange,
  takes,
  gives: z.object({}),
  async run(ctx, { agency, reason }) {
    const { user_id } = userOf(ctx)
    const { organization_id } = ctx.organization
    const isNew = await insertHold(ctx, { organization_id, agency, code: null, reason, user_id })
    if (isNew)
      await ctx.audit({ action: 'agency.hold', subject: `agency:${agency}`, after: { organization_id, reason } })
    return { message: localText(ctx.locale, accountTexts, 'held') }
  },
})

export const releaseAgency = operation({
  call: 'POST /agency/release',
  added: true,
  summary: 'Ends a hold, including one by the product: the waiting reports are due now',
  may: mayChange,
  takes,
  gives: z.object({}),
  async run(ctx, { agency, reason }) {
    const { organization_id } = ctx.organization
    const wasHeld = await deleteHold(ctx, organization_id, agency)
    if (wasHeld)
      await ctx.audit({ action: 'agency.release', subject: `agency:${agency}`, after: { organization_id, reason } })
    return { message: localText(ctx.locale, accountTexts, 'released') }
  },
})
