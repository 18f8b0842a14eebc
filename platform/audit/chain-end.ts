import type { Ctx } from '#platform/ctx.ts'

/** The end of an organization's chain of seals, and how many events are not sealed yet. */
export type ChainEnd = { position: number; hash: string; sealed_at: Date; waiting: number }

/** Null if none of the organization's events are sealed yet. */
export async function findChainEnd({ sql }: Pick<Ctx, 'sql'>, organization_id: number): Promise<ChainEnd | null> {
  const [end] = await sql<ChainEnd>`
    select position::int, encode(hash, 'hex') as hash, sealed_at,
           (select count(*)::int from platform.audit_unsealed where organization_id = ${organization_id}) as waiting
    from platform.audit_seal where organization_id = ${organization_id}
    order by position desc limit 1`
  return end ?? null
}
