import type { Ctx } from '#platform/ctx.ts'

/** The end of an organization's chain of seals, and how many events are not sealed yet. */
export type ChainEnd = { position: number; hash: string; sealed_at: Date; waiting: number }

/** The ends of the chains of several organizations; those without a sealed event are missing. */
export const listChainEnds = ({ sql }: Pick<Ctx, 'sql'>, organization_ids: readonly number[]) => sql<
  ChainEnd & { organization_id: number }
>`
  select o.organization_id, s.position::int as position, encode(s.hash, 'hex') as hash, s.sealed_at,
         (select count(*)::int from platform.audit_unsealed u where u.organization_id = o.organization_id) as waiting
  from unnest(${sql.array([...organization_ids])}::int[]) o (organization_id)
  cross join lateral (
    select position, hash, sealed_at from platform.audit_seal s where s.organization_id = o.organization_id
    order by position desc limit 1) s
  order by o.organization_id`

/** Null if none of the organization's events are sealed yet. */
export async function findChainEnd({ sql }: Pick<Ctx, 'sql'>, organization_id: number): Promise<ChainEnd | null> {
  const [end] = await listChainEnds({ sql }, [organization_id])
  if (!end) return null
  const { position, hash, sealed_at, waiting } = end
  return { position, hash, sealed_at, waiting }
}
