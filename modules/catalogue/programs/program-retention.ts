import type { Ctx } from '#platform/ctx.ts'
import { localize } from '#platform/texts.ts'
import { findProgramRules, rulesOn } from './effective-rules.ts'
import { listPacks, packOf } from './packs.ts'
import { listSetRules, type SetRule } from './program-rule.sql.ts'
import { programTexts } from './programs.texts.ts'

const retentionKeys = ['records.retention_months', 'identity.record_retention_months'] as const
type RetentionKey = (typeof retentionKeys)[number]

/** How many months a program keeps the records of a course and of its identity checks; null if no rule sets it. */
export type ProgramRetention = { records: number | null; identity: number | null; source: string }

/**
 * The retention of a program on a day (YYYY-MM-DD); null for no program. The records of a program that this release no
 * longer knows are kept as long as the operator's rules for it require, otherwise for the longest time of all programs.
 */
export async function findProgramRetention(
  ctx: Pick<Ctx, 'sql' | 'locale'>,
  program_id: string | null,
  day: string,
): Promise<ProgramRetention | null> {
  if (program_id === null) return null
  const rules = await findProgramRules(ctx, program_id, day)
  if (!rules) {
    const months = unknownRetention(await listSetRules(ctx), program_id, day)
    return {
      records: months('records.retention_months'),
      identity: months('identity.record_retention_months'),
      source: localize(ctx.locale, programTexts.unknownProgram, { program: program_id }),
    }
  }
  const records = rules.valueOf('records.retention_months') ?? null
  const identity = rules.valueOf('identity.record_retention_months') ?? null
  const source = rules.citationOf(records === null ? 'identity.record_retention_months' : 'records.retention_months')
  return { records, identity, source }
}

/** The longest retention of a program on a day, in months; 0 if no rule sets it. */
export function longestRetentionOf(setRules: readonly SetRule[], program_id: string, day: string): number {
  const months = packOf(program_id)
    ? knownRetention(setRules, program_id, day)
    : unknownRetention(setRules, program_id, day)
  return Math.max(...retentionKeys.map((key) => months(key) ?? 0))
}

function knownRetention(setRules: readonly SetRule[], program_id: string, day: string) {
  const rules = new Map(rulesOn(day, program_id, setRules).map((rule) => [rule.key as string, rule]))
  return (key: RetentionKey): number | null => {
    const rule = rules.get(key)
    if (!rule || rule.state === 'none' || rule.state === 'open') return null
    return Number(rule.state === 'set' ? rule.set!.value : rule.pack!.value)
  }
}

function unknownRetention(setRules: readonly SetRule[], program_id: string, day: string) {
  const packRules = listPacks().map(({ id }) => knownRetention(setRules, id, day))
  return (key: RetentionKey): number | null => {
    const ownRule = setRules.find(
      ({ program_id: ruleProgram, rule, valid_from, valid_to }) =>
        ruleProgram === program_id && rule === key && valid_from <= day && (valid_to === null || day <= valid_to),
    )
    if (ownRule) return ownRule.value === null ? null : Number(ownRule.value)
    const months = packRules.map((monthsOf) => monthsOf(key) ?? 0)
    return Math.max(...months) || null
  }
}
