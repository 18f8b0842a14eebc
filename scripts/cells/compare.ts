import type postgres from 'postgres'
import { arrayText, type MovedTable, MoveRefused } from './tables.ts'

export type MovedRows = { table: string; rows: number }

/** Every row of each table, as text, must be equal in both cells. */
export async function compare(
  source: postgres.Sql,
  target: postgres.Sql,
  tables: readonly MovedTable[],
  group: number[],
) {
  const movedRows: MovedRows[] = []
  for (const { name, where } of tables) {
    const text = `
      select count(*)::int as rows, coalesce(sum(hashtextextended(t::text, 0)), 0)::text as hash
      from ${name} t where ${where}`
    const [former] = await source.unsafe<{ rows: number; hash: string }[]>(text, [arrayText(group)])
    const [next] = await target.unsafe<{ rows: number; hash: string }[]>(text, [arrayText(group)])
    if (former!.rows !== next!.rows || former!.hash !== next!.hash)
      throw new Error(
        `${name} has ${former!.rows} rows in the former cell and ${next!.rows} in the new one, or they differ`,
      )
    if (former!.rows > 0) movedRows.push({ table: name, rows: former!.rows })
  }
  return movedRows
}

type ForeignKey = { name: string; child: string; parent: string; pairs: { child: string; parent: string }[] }

/**
 * Replication does not check foreign keys: rows of other groups that the group refers to must exist in the new cell.
 */
export async function refuseDangling(
  target: postgres.Sql,
  tables: readonly MovedTable[],
  group: number[],
): Promise<void> {
  const keys = await target<ForeignKey[]>`
    select c.conname as name, c.conrelid::regclass::text as child, c.confrelid::regclass::text as parent,
           jsonb_agg(jsonb_build_object('child', quote_ident(a.attname), 'parent', quote_ident(b.attname))) as pairs
    from pg_constraint c
    cross join lateral unnest(c.conkey, c.confkey) k(child, parent)
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.child
    join pg_attribute b on b.attrelid = c.confrelid and b.attnum = k.parent
    where c.contype = 'f' and c.conparentid = 0
    group by c.oid`
  const wheres = new Map(tables.map(({ name, where }) => [name, where]))
  const dangling: string[] = []
  for (const { child, parent, pairs } of keys) {
    const condition = wheres.get(child)
    if (!condition) continue
    const hasKey = pairs.map((pair) => `t.${pair.child} is not null`).join(' and ')
    const same = pairs.map((pair) => `p.${pair.parent} = t.${pair.child}`).join(' and ')
    const [row] = await target.unsafe<{ n: number }[]>(
      `select count(*)::int as n from (select * from ${child} where ${condition}) t
       where ${hasKey} and not exists (select from ${parent} p where ${same})`,
      [arrayText(group)],
    )
    if (row!.n > 0) dangling.push(`${row!.n} rows of ${child} refer to ${parent}`)
  }
  if (dangling.length > 0) throw new MoveRefused(`the new cell lacks rows outside the group: ${dangling.join('; ')}`)
}
