import type { Ctx } from '#platform/ctx.ts'
import type { PackValue } from './pack.schema.ts'
import { listPacks, packOf } from './packs.ts'
import { listSetRules, type SetRule } from './program-rule.sql.ts'
import type { ComparedRule, RuleValues } from './rule-value.ts'
import { isExpected, kindOf, type RuleKey, ruleKeys } from './rules.shared.ts'

/**
 * The source of a rule's value. `set`: the operator set it. `none`: the operator stated that there is no such rule.
 * `V`, `S`: the pack (see PackValue). `open`: unconfirmed, so nothing is compared with it.
 */
type RuleState = 'set' | 'none' | 'V' | 'S' | 'open'

export type EffectiveRule = { key: RuleKey; state: RuleState; pack: PackValue | null; set: SetRule | null }

const isInForce = (day: string, { valid_from, valid_to }: { valid_from: string | null; valid_to: string | null }) =>
  (valid_from === null || valid_from <= day) && (valid_to === null || day <= valid_to)

/** The rules of a program on a day (YYYY-MM-DD), including those without a kind, which the pack has only as text. */
export function rulesOn(day: string, program_id: string, setRules: readonly SetRule[]): EffectiveRule[] {
  const pack = packOf(program_id)
  if (!pack) return []
  return ruleKeys
    .map((key): EffectiveRule => {
      const programRule =
        setRules.find((rule) => rule.program_id === program_id && rule.rule === key && isInForce(day, rule)) ?? null
      const value = pack.values[key]?.find((packValue) => isInForce(day, packValue)) ?? null
      return { key, state: stateOf(key, programRule, value), pack: value, set: programRule }
    })
    .filter(({ key, pack, set }) => isExpected(key) || pack !== null || set !== null)
}

function stateOf(key: RuleKey, setRule: SetRule | null, value: PackValue | null): RuleState {
  if (setRule) return setRule.value === null ? 'none' : 'set'
  if (!value || value.mark === '?' || (kindOf(key) && value.value === undefined)) return 'open'
  return value.mark
}

/** The programs whose rule has this value on a day, which may differ by the zone of each program. */
export async function findProgramsWithValue<K extends ComparedRule>(
  ctx: Pick<Ctx, 'sql'>,
  key: K,
  value: RuleValues[K],
  dayOf: (program_id: string) => string,
): Promise<string[]> {
  const set = await listSetRules(ctx)
  return listPacks()
    .filter(({ id }) => {
      const rule = rulesOn(dayOf(id), id, set).find((effective) => effective.key === key)
      if (!rule || rule.state === 'none' || rule.state === 'open') return false
      return (rule.state === 'set' ? rule.set!.value : rule.pack!.value) === value
    })
    .map(({ id }) => id)
}

/** The programs whose pack or set rules contain a rule, on any day. */
export async function findProgramsWithRule(ctx: Pick<Ctx, 'sql'>, key: ComparedRule): Promise<string[]> {
  const set = await listSetRules(ctx)
  return listPacks()
    .filter(({ id, values }) => values[key] || set.some(({ program_id, rule }) => program_id === id && rule === key))
    .map(({ id }) => id)
}

export type ProgramRules = {
  program_id: string
  /** Two letters; 'US' for a federal program. */
  state: string
  /** The value of a rule; undefined if it has none or none is confirmed. */
  valueOf<K extends ComparedRule>(key: K): RuleValues[K] | undefined
  /**
   * The source of a rule's value, such as 'Fla. Admin. Code R. 15A-8.009(3)'; for a set value without a source, the
   * operator's reason.
   */
  citationOf(key: ComparedRule): string
  /** Whether the source is a provider or a law firm rather than the rule itself. */
  isSecondary(key: ComparedRule): boolean
  /** The rules that are neither confirmed nor recorded as absent. */
  open: readonly RuleKey[]
}

/**
 * The rules that apply to a program on a day, by default with every rule that the operator has set; null for no program,
 * or one that this release no longer knows.
 */
export async function findProgramRules(
  ctx: Pick<Ctx, 'sql'>,
  program_id: string | null,
  day: string,
  setRules?: readonly SetRule[],
): Promise<ProgramRules | null> {
  const pack = program_id === null ? undefined : packOf(program_id)
  if (!pack) return null
  const rules = new Map(
    rulesOn(day, pack.id, setRules ?? (await listSetRules(ctx, pack.id))).map((rule) => [rule.key, rule]),
  )
  return {
    program_id: pack.id,
    state: pack.state,
    valueOf: <K extends ComparedRule>(key: K) => {
      const rule = rules.get(key)
      if (!rule || rule.state === 'none' || rule.state === 'open') return undefined
      return (rule.state === 'set' ? rule.set!.value : rule.pack!.value) as RuleValues[K]
    },
    citationOf: (key) => {
      const rule = rules.get(key)
      if (rule?.set) return rule.set.citation ?? rule.set.reason
      return rule?.pack?.citation ?? pack.citation
    },
    isSecondary: (key) => rules.get(key)?.state === 'S',
    open: [...rules.values()]
      .filter(({ key, state }) => state === 'open' && kindOf(key) !== null)
      .map(({ key }) => key),
  }
}
