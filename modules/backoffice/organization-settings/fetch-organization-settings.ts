import { isDeepStrictEqual } from 'node:util'
import { inheritCheckout, listCheckoutLayers, selectLeaverSettings } from '#modules/checkout/index.ts'
import { listSecurityLayers } from '#modules/identity/index.ts'
import {
  inheritSender,
  listSenders,
  listSupportLayers,
  organizationChain,
  resolveSupportSettings,
} from '#modules/settings/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { operation } from '#platform/operation.ts'
import { staff } from '#platform/permissions.ts'
import { z } from '#platform/schema.ts'
import { localize, localText } from '#platform/texts.ts'
import { type Area, areaPages, areas, type DeclaredSetting, declaredSettings } from './declared-settings.ts'
import { overviewTexts } from './organization-settings.texts.ts'

const Setting = z.object({
  area: z.enum(areas),
  name: z.string(),
  label: z.string(),
  /** In the reader's language. */
  value: z.string(),
  /** `product`: no organization sets it. */
  origin: z.enum(['own', 'inherited', 'product']),
  /** The organization that it is inherited from. */
  from: z.string().nullable(),
  /** Organizations below may only make it stricter. */
  strict: z.boolean(),
  /** Whether organizations below inherit it. */
  inherited_below: z.boolean(),
  changed_at: z.iso.datetime().nullable(),
  changed_by: z.string().nullable(),
})
export type OrganizationSetting = z.output<typeof Setting>

export const fetchOrganizationSettings = operation({
  call: 'GET /settings/organization',
  summary:
    'Every setting of the visited organization: the value, the organization that defines it, and who changed it last',
  added: true,
  may: staff('MANAGE_SETTINGS:READ'),
  takes: z.object({}),
  gives: z.object({ settings: z.array(Setting) }),
  async run(ctx) {
    const [sources, changes] = await Promise.all([readSources(ctx), listChanges(ctx)])
    const settings = areas.flatMap((area) =>
      declaredSettings[area].map((setting) =>
        settingOf(
          ctx,
          area,
          setting,
          sources,
          changes.filter((change) => change.action === areaPages[area].action),
        ),
      ),
    )
    return { settings }
  },
})

type Fields = Readonly<Record<string, unknown>>
type Layer = { organization_id: number; own_settings: Fields }
type Sources = {
  names: ReadonlyMap<number, string>
  people: ReadonlyMap<number, string>
  /** The effective settings, and those of the visited organization and its parents, nearest first. */
  areas: Readonly<Record<Area, { settings: Fields; layers: readonly Layer[] }>>
}

async function readSources(ctx: Ctx): Promise<Sources> {
  const { organization_id } = ctx.organization
  const chain = organizationChain(ctx)
  const [checkout, support, senders, security, leaver] = await Promise.all([
    listCheckoutLayers(ctx, organization_id),
    listSupportLayers(ctx, chain),
    listSenders(ctx, chain),
    listSecurityLayers(ctx),
    selectLeaverSettings(ctx, organization_id),
  ])
  const supportSettings = resolveSupportSettings(support.map(({ own_settings }) => own_settings))
  const isSecondFactorRequired = security.some(({ own_settings }) => own_settings.staff_2fa_required)
  return {
    names: new Map(security.map(({ organization_id, name }) => [organization_id, name])),
    people: await listNames(ctx, supportSettings.default_assignee),
    areas: {
      checkout: { settings: inheritCheckout(checkout), layers: checkout },
      support: { settings: supportSettings, layers: support },
      email: {
        settings: inheritSender(senders),
        layers: senders.map(({ organization_id, version: _, ...own_settings }) => ({ organization_id, own_settings })),
      },
      security: { settings: { staff_2fa_required: isSecondFactorRequired }, layers: security },
      leaver: { settings: leaver, layers: [{ organization_id, own_settings: leaver }] },
    },
  }
}

/** The name of the person who gets tickets; nothing if they belong to an organization out of scope. */
async function listNames({ sql }: Ctx, user_id: number | null): Promise<Map<number, string>> {
  if (user_id === null) return new Map()
  const rows = await sql<{ name: string }>`
    select trim(first_name || ' ' || last_name) as name from identity.v_person where user_id = ${user_id}`
  return new Map(rows.map(({ name }) => [user_id, name]))
}

type Change = { action: string; at: Date; name: string | null; before: Fields | null; after: Fields | null }

const maxChanges = 200

/** The newest changes to the visited organization's own settings. */
const listChanges = ({ sql, organization }: Ctx): Promise<Change[]> => sql<Change>`
  select e.action, e.at, nullif(trim(p.first_name || ' ' || p.last_name), '') as name, e.before, e.after
  from platform.v_audit_event e
  left join identity.v_person p on p.user_id = e.actor_user_id
  where e.organization_id = ${organization.organization_id}
    and e.action in ('checkout.settings', 'checkout.leaver', 'support.settings', 'email.sender', 'organization.security')
    and e.subject = ${`organization_id:${organization.organization_id}`}
  order by e.at desc, e.audit_event_id desc
  limit ${maxChanges}`

function settingOf(
  ctx: Ctx,
  area: Area,
  setting: DeclaredSetting,
  sources: Sources,
  changes: readonly Change[],
): OrganizationSetting {
  const { locale, organization } = ctx
  const { settings, layers } = sources.areas[area]
  const value = settings[setting.field] ?? null
  const valueIn = (layer: Layer) => layer.own_settings[setting.field] ?? null
  // A setting looser than above does not apply, so it is not the source.
  const source = layers.find((layer) => valueIn(layer) !== null && isDeepStrictEqual(valueIn(layer), value))
  const isOwn = source?.organization_id === organization.organization_id
  const change = changes.find(
    ({ before, after }) => !isDeepStrictEqual(before?.[setting.field] ?? null, after?.[setting.field] ?? null),
  )
  const assignee = setting.field === 'default_assignee' && typeof value === 'number'
  const displayed = assignee
    ? (sources.people.get(value) ?? localText(locale, overviewTexts, 'someone'))
    : setting.show(value, locale)
  return {
    area,
    name: setting.field,
    label: localize(locale, setting.label),
    value: displayed,
    origin: isOwn && (area !== 'leaver' || change) ? 'own' : source && !isOwn ? 'inherited' : 'product',
    from: source && !isOwn ? (sources.names.get(source.organization_id) ?? null) : null,
    strict: setting.strict === true,
    inherited_below: area !== 'leaver',
    changed_at: change?.at.toISOString() ?? null,
    changed_by: change ? (change.name ?? localText(locale, overviewTexts, 'someone')) : null,
  }
}
