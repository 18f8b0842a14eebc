import type { Ctx } from '#platform/ctx.ts'
import type { Sql } from '#platform/db/sql.ts'
import { splitWords } from '#platform/own-words.ts'
import { type OwnSupportSettings, resolveSupportSettings, type SupportSettings } from './support-settings.ts'

export type SupportLayer = { organization_id: number; version: number; own_settings: OwnSupportSettings }

type SqlContext = Pick<Ctx, 'sql'>

/** The own settings of these organizations, in the given order. */
export const listSupportLayers = async (
  { sql }: SqlContext,
  organizations: readonly number[],
): Promise<SupportLayer[]> =>
  sql<SupportLayer>`
    select organization_id, version, jsonb_build_object(
      'phone', phone, 'email', email, 'hours', hours,
      'answer', case when answer_en is not null
                  then answer_more || jsonb_build_object('en-us', answer_en, 'es-es', answer_es) end,
      'default_assignee', default_assignee, 'categories', to_jsonb(categories)) as own_settings
    from settings.support_settings
    where organization_id = any(${sql.array(organizations)})
    order by array_position(${sql.array(organizations)}, organization_id)`

/** Replaces an organization's own settings. */
export async function saveSupportLayer(
  { sql }: SqlContext,
  { organization_id, version, own_settings }: SupportLayer,
): Promise<void> {
  const answer = splitWords(own_settings.answer)
  const row = {
    phone: own_settings.phone,
    email: own_settings.email,
    hours: own_settings.hours && sql.json(own_settings.hours),
    answer_en: answer.en,
    answer_es: answer.es,
    answer_more: sql.json(answer.more),
    default_assignee: own_settings.default_assignee,
    categories: own_settings.categories && sql.array(own_settings.categories),
    version,
  }
  await sql`
    insert into settings.support_settings ${sql({ organization_id, ...row })}
    on conflict (organization_id) do update set ${sql(row)}`
}

type CacheEntry = { at: number; settings: Promise<SupportSettings> }
const cacheMs = 5_000
// Keyed by database, because tests open several in one process.
const cache = new WeakMap<Sql, Map<string, CacheEntry>>()
let clearedAt = Number.NEGATIVE_INFINITY

/** Clears this process's cache of support settings. */
export function clearSupportSettingsCache(): void {
  clearedAt = performance.now()
}

/**
 * The effective settings of an organization. `organizations` are itself and its parents, nearest first. Cached for five
 * seconds, because every page uses them; the cache is cleared when the database notifies of a change.
 */
export function supportSettingsOf(sql: Sql, organizations: readonly number[]): Promise<SupportSettings> {
  const entries = cache.get(sql) ?? new Map<string, CacheEntry>()
  cache.set(sql, entries)
  const key = organizations.join()
  const entry = entries.get(key)
  const now = performance.now()
  if (entry && now - entry.at < cacheMs && entry.at > clearedAt) return entry.settings
  if (entries.size > 1_000) entries.clear()
  const settings = listSupportLayers({ sql }, organizations).then((layers) =>
    resolveSupportSettings(layers.map(({ own_settings }) => own_settings)),
  )
  entries.set(key, { at: now, settings })
  settings.catch(() => entries.delete(key))
  return settings
}

/** The ids of the visited organization and its parents, nearest first. */
export const organizationChain = ({ organization }: Pick<Ctx, 'organization'>): number[] => [
  organization.organization_id,
  ...(organization.above ?? []),
]

/** The effective settings of the visited organization. */
export const supportSettings = (ctx: Pick<Ctx, 'sql' | 'organization'>): Promise<SupportSettings> =>
  supportSettingsOf(ctx.sql, organizationChain(ctx))
