import { isDeepStrictEqual } from 'node:util'
import { addDays } from '#platform/zone.ts'
import { type EffectiveRule, rulesOn } from './effective-rules.ts'
import { packOf } from './packs.ts'
import type { SetRule } from './program-rule.sql.ts'
import { kindOf } from './rules.shared.ts'

/** How many days ahead changes are announced. */
const announcedDays = 730

/** The days after today on which rules of a program change, soonest first. */
export function changeDays(program_id: string, setRules: readonly SetRule[], today: string): string[] {
  const packValues = Object.values(packOf(program_id)?.values ?? {}).flat()
  const datedRules = [...packValues, ...setRules.filter((rule) => rule.program_id === program_id)]
  const days = datedRules.flatMap(({ valid_from, valid_to }) => [
    ...(valid_from ? [valid_from] : []),
    ...(valid_to ? [addDays(valid_to, 1)] : []),
  ])
  const last = addDays(today, announcedDays)
  return [...new Set(days)]
    .filter((day) => day > today && day <= last)
    .toSorted()
    .filter((day) => changesOn(program_id, setRules, day))
}

function changesOn(program_id: string, setRules: readonly SetRule[], day: string): boolean {
  const [before, after] = [addDays(day, -1), day].map((date) => rulesOn(date, program_id, setRules).map(comparedValue))
  return !isDeepStrictEqual(before, after)
}

/** The part of a rule that courses are compared with; texts for people are not announced. */
function comparedValue({ key, state, pack, set }: EffectiveRule) {
  if (kindOf(key) === null) return null
  if (state === 'set') return [key, state, set!.value]
  return [key, state, state === 'open' ? null : (pack?.value ?? null)]
}
