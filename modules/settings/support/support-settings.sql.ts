import type { Ctx } from '#platform/ctx.ts'
import type { Sql } from '#platform/db/sql.ts'
import { splitWords } from '#platform/own-words.ts'
import { inheritSupport, type OwnSupportSettings, type SupportSettings } from './support-settings.ts'

export type SupportLayer = { organization_id: number; version: number; said: OwnSupportSettings }

type Reader = Pick<Ctx, 'sql'>

/** The own settings of these organizations, in order. */
export const listSupportLayers = async ({ sql }: Reader, organizations: readonly number[]): Promise<SupportLayer[]> =>
  sql<SupportLayer>`
    select organization_id, version, jsonb_build_object(
      'phone', phone, 'email', email, 'hours', hours,
      'answer', case when answer_en is not null
                  then answer_more || jsonb_build_object('en-us', answer_en, 'es-es', answer_es) end,
      'default_assignee', default_assignee, 'categories', to_jsonb(categories)) as said
    from settings.support_settings
    where organization_id = any(${sql.array(organizations)})
    order by array_position(${sql.array(organizations)}, organization_id)`

/** Stores an organization's own settings as a whole. */
export async function saveSupportLayer(
  { sql }: Reader,
  { organization_id, version, said }: SupportLayer,
): Promise<void> {
  const answer = splitWords(said.answer)
  const row = {
    phone: said.phone,
    email: said.email,
    hours: said.hours && sql.json(said.hours),
    answer_en: answer.en,
    answer_es: answer.es,
    answer_more: sql.json(answer.more),
    default_assignee: said.default_assignee,
    categories: said.categories && sql.array(said.categories),
    version,
  }
  await sql`
    insert into settings.support_settings ${sql({ organization_id, ...row })}
    on conflict (organization_id) do update set ${sql(row)}`
}

type Cached = { at: number; found: Promise<SupportSettings> }
const cachedForMs = 5_000
// Per database, because tests open many in one process.
const cached = new WeakMap<Sql, Map<string, Cached>>()
let forgottenAt = Number.NEGATIVE_INFINITY

/** Clears this process's cache of support settings. */
export function forgetSupportSettings(): void {
  forgottenAt = performance.now()
}

/**
 * The effective settings of an organization: `organizations` are itself and its parents, nearest first. Every page
 * uses some of them, so they are cached for five seconds, and cleared when the database notifies of a change.
 */
export function supportSettingsOf(sql: Sql, organizations: readonly number[]): Promise<SupportSettings> {
  const byChain = cached.get(sql) ?? new Map<string, Cached>()
  cached.set(sql, byChain)
  const key = organizations.join()
  const cachedChain = byChain.get(key)
  const at = performance.now()
  if (cachedChain && at - cachedChain.at < cachedForMs && cachedChain.at > forgottenAt) return cachedChain.found
  if (byChain.size > 1_000) byChain.clear()
  const settings = listSupportLayers({ sql }, organizations).then((layers) =>
    inheritSupport(layers.map(({ said }) => said)),
  )
  byChain.set(key, { at, found: settings })
  settings.catch(() => byChain.delete(key))
  return settings
}

/** The current organization and its parents, nearest first. */
export const chainOf = ({ organization }: Pick<Ctx, 'organization'>): number[] => [
  organization.organization_id,
  ...(organization.above ?? []),
]

/** The effective settings of the current organization. */
export const supportSettings = (ctx: Pick<Ctx, 'sql' | 'organization'>): Promise<SupportSettings> =>
  supportSettingsOf(ctx.sql, chainOf(ctx))
