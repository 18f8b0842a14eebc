import { createHash } from 'node:crypto'
import type { Ctx } from '#platform/ctx.ts'
import type { Pack } from './pack.schema.ts'
import { packOf } from './packs.ts'

/** A rule set by the operator, with its end, for auditors. Days are YYYY-MM-DD. */
type RecordedRule = {
  rule: string
  valid_from: string
  valid_to: string | null
  value: unknown
  citation: string | null
  url: string | null
  reason: string
  created_at: Date
  revoked_at: Date | null
}

type ProgramRecord = {
  program_id: string
  /** The rules that came with this release, with their citations; null for a program that it no longer knows. */
  pack: Pack | null
  /** Identifies the version of the pack. */
  pack_sha256: string | null
  set_rules: readonly RecordedRule[]
}

/** The full record of a program's rules: the pack, and every rule that was set or withdrawn. */
export async function readProgramRecord({ sql }: Pick<Ctx, 'sql'>, program_id: string): Promise<ProgramRecord> {
  const pack = packOf(program_id) ?? null
  const set_rules = await sql<RecordedRule>`
    select rule, valid_from::text as valid_from, valid_to::text as valid_to, value, citation, url, reason, created_at,
           revoked_at
    from catalogue.program_rule where program_id = ${program_id}
    order by program_rule_id limit 5000`
  const pack_sha256 = pack && createHash('sha256').update(JSON.stringify(pack)).digest('hex')
  return { program_id, pack, pack_sha256, set_rules }
}
