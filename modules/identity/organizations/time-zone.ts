import type { Ctx } from '../../../platform/ctx.ts'
import { errors } from '../../../platform/errors.ts'
import { operation } from '../../../platform/operation.ts'
import { type Policy, scoped, staff } from '../../../platform/permissions.ts'
import { id, wording, z } from '../../../platform/schema.ts'
import { say } from '../../../platform/texts.ts'
import { placeZones } from '../account/profile-form/preferences.shared.ts'
import { timeZoneTexts } from './time-zone.texts.ts'

type Of = { organization_id: number }

const within = (policy: Policy): Policy<Of> =>
  scoped<Of>(policy, 'of an organization within reach', async ({ organization }, { organization_id }) => {
    if (!organization.scope.includes(organization_id)) throw errors.notFound()
  })

const isPlace = (name: string): boolean => placeZones.some(([zone]) => zone === name)

export const fetchOrganizationTimeZone = operation({
  call: 'GET /organization/time-zone',
  summary: 'Tells the time zone in which an organization shows legal dates',
  may: within(staff('MANAGE_ORGANIZATION:READ')),
  takes: z.object({ organization_id: id() }),
  gives: z.object({ time_zone: z.string() }),
  added: true,
  async run({ sql }, { organization_id }) {
    const [row] = await sql<{ time_zone: string }>`
      select time_zone from identity.organization where organization_id = ${organization_id}`
    return row!
  },
})

export const saveOrganizationTimeZone = operation({
  call: 'PUT /organization/time-zone',
  summary: 'Changes the time zone in which an organization shows legal dates. Issued certificates keep theirs',
  may: within(staff('MANAGE_ORGANIZATION:UPDATE')),
  takes: z.object({
    organization_id: id(),
    time_zone: z.string().refine(isPlace, { error: wording(timeZoneTexts.choose) }),
  }),
  gives: z.object({ time_zone: z.string() }),
  added: true,
  async run(ctx, { organization_id, time_zone }) {
    const before = await lockTimeZone(ctx, organization_id)
    if (before !== time_zone) await updateTimeZone(ctx, { organization_id, before, time_zone })
    return { time_zone, message: say(ctx.locale, timeZoneTexts, 'saved') }
  },
})

async function lockTimeZone({ sql }: Ctx, organization_id: number): Promise<string> {
  const [row] = await sql<{ time_zone: string }>`
    select time_zone from identity.organization where organization_id = ${organization_id} for no key update`
  return row!.time_zone
}

type Change = Of & { before: string; time_zone: string }

async function updateTimeZone(ctx: Ctx, { organization_id, before, time_zone }: Change): Promise<void> {
  await ctx.sql`
    update identity.organization set time_zone = ${time_zone}, updated_at = platform.now()
    where organization_id = ${organization_id}`
  await ctx.audit({
    action: 'organization.timeZone',
    subject: `organization_id:${organization_id}`,
    before: { time_zone: before },
    after: { time_zone },
  })
}
