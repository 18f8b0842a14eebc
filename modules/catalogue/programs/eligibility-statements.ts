import type { Ctx } from '#platform/ctx.ts'
import { type Locale, localize } from '#platform/texts.ts'
import { rulesOn } from './effective-rules.ts'
import { listSetRules } from './program-rule.sql.ts'
import { Statement } from './rule-value.ts'
import { rules as ruleTable, type StatementRule, statementRules } from './rules.shared.ts'

/** An exclusion of a program, in the words of its source (in English) or of the operator. */
export type EligibilityStatement = {
  rule: StatementRule
  label: string
  text: string
  /** The excluded kinds, if the source lists them; null for prose, which is not turned into a list. */
  kinds: readonly string[] | null
  citation: string
}

/** The statements of a program on a day that were verified at the source, or that the operator set. */
export async function listEligibilityStatements(
  ctx: Pick<Ctx, 'sql'>,
  { program_id, day, locale }: { program_id: string | null; day: string; locale: Locale },
): Promise<EligibilityStatement[]> {
  if (program_id === null) return []
  const rules = rulesOn(day, program_id, await listSetRules(ctx, program_id))
  return statementRules.flatMap((key) => {
    const rule = rules.find((effective) => effective.key === key)
    const label = localize(locale, ruleTable[key].label)
    if (rule?.state === 'set') {
      const statement = Statement.safeParse(rule.set!.value)
      if (!statement.success) return []
      const { text, kinds = null } = statement.data
      return [{ rule: key, label, text, kinds, citation: rule.set!.citation ?? '' }]
    }
    if (!rule?.pack || (rule.state !== 'V' && rule.state !== 'S')) return []
    const { text, kinds = null, citation } = rule.pack
    return [{ rule: key, label, text, kinds, citation: citation ?? '' }]
  })
}
