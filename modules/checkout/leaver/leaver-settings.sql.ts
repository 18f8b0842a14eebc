import type { Ctx } from '#platform/ctx.ts'

export type LeaverSettings = {
  promo_code_id: number | null
  enabled_ind: boolean
  mobile_seconds: number
  scrollup_ind: boolean
  email_enabled_ind: boolean
  email_minutes: number
}

/** Off, with the product's default times. */
const defaults: LeaverSettings = {
  promo_code_id: null,
  enabled_ind: false,
  mobile_seconds: 60,
  scrollup_ind: true,
  email_enabled_ind: false,
  email_minutes: 5,
}

/** An organization's settings for leaving visitors. */
export async function selectLeaverSettings(
  { sql }: Pick<Ctx, 'sql'>,
  organization_id: number,
): Promise<LeaverSettings> {
  const [row] = await sql<LeaverSettings>`
    select promo_code_id, enabled_ind, mobile_seconds, scrollup_ind, email_enabled_ind, email_minutes
    from checkout.leaver_settings where organization_id = ${organization_id}`
  return row ?? defaults
}

/** Changes settings of the visited organization, with an audit row. */
export async function saveLeaverSettings(ctx: Ctx, change: Partial<LeaverSettings>): Promise<void> {
  const { organization_id } = ctx.organization
  const before = await selectLeaverSettings(ctx, organization_id)
  await ctx.sql`
    insert into checkout.leaver_settings ${ctx.sql({ organization_id, ...change })}
    on conflict (organization_id) do update set ${ctx.sql(change)}`
  await ctx.audit({
    action: 'checkout.leaver',
    subject: `organization_id:${organization_id}`,
    before: { ...before },
    after: { ...(await selectLeaverSettings(ctx, organization_id)) },
  })
}
