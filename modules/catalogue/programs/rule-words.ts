import { type Locale, localize, type Text } from '#platform/texts.ts'
import { receivers } from './receivers.shared.ts'
import type { RuleValues } from './rule-value.ts'
import {
  dutyStarts,
  type ReportDuty,
  type RuleKey,
  type RuleKind,
  type RuleUnit,
  ruleUnits,
  settableKind,
} from './rules.shared.ts'

const words = {
  atLeast: ['at least {amount}', 'al menos {amount}'],
  between: ['{min} to {max}', '{min} a {max}'],
  ageFrom: [
    '{n, plural, one {{n} year or older} other {{n} years or older}}',
    '{n, plural, one {{n} año o más} other {{n} años o más}}',
  ],
  ageUnder: ['under {n}', 'menores de {n}'],
  ageBetween: ['{min} or older and under {under}', 'a partir de {min}, y menores de {under}'],
  yes: ['Yes', 'Sí'],
  no: ['No', 'No'],
  immediate: ['immediately', 'de inmediato'],
  within: ['{agency}: within {amount} {after}', '{agency}: en {amount} {after}'],
  immediately: ['{agency}: immediately', '{agency}: de inmediato'],
  lockout: [
    'more than {wrong} percent wrong after {asked} questions',
    'más del {wrong} por ciento de errores tras {asked} preguntas',
  ],
} as const satisfies Readonly<Record<string, Text>>

type Say = (text: Text, params?: Record<string, string | number>) => string

/** A rule's value in words: '240 minutes', 'FLHSMV: within 5 days of the completion'. */
export function wordsOf(locale: Locale, key: RuleKey, value: unknown): string {
  const kind = settableKind(key)
  if (!kind) return ''
  const say: Say = (text, params) => localize(locale, text, params)
  return (writers[kind.kind] as (say: Say, kind: RuleKind, value: unknown) => string)(say, kind, value)
}

const amountOf = (say: Say, n: number, unit: RuleUnit): string => say(ruleUnits[unit], { n })

const writers: {
  [K in RuleKind['kind']]: (say: Say, kind: Extract<RuleKind, { kind: K }>, value: never) => string
} = {
  number: (say, { unit }, value: number) => amountOf(say, value, unit),
  range: (say, { unit }, { min, max }: RuleValues['course.minimum_minutes']) =>
    max === undefined
      ? say(words.atLeast, { amount: amountOf(say, min, unit) })
      : say(words.between, { min, max: amountOf(say, max, unit) }),
  age: (say, _, { min, under }: RuleValues['eligibility.age']) => {
    if (min === undefined) return say(words.ageUnder, { n: under! })
    return under === undefined ? say(words.ageFrom, { n: min }) : say(words.ageBetween, { min, under })
  },
  set: (say, { of }, value: string[]) => value.map((name) => say(of[name]!)).join(', '),
  one: (say, { of }, value: string) => say(of[value]!),
  flag: (say, _, value: boolean) => say(value ? words.yes : words.no),
  lapse: (say, _, { amount, unit }: RuleValues['refund.rule']) =>
    amount === 0 ? say(words.immediate) : amountOf(say, amount, unit),
  lockout: (say, _, { wrong_percent_over, after_asked }: RuleValues['identity.lockout']) =>
    say(words.lockout, { wrong: wrong_percent_over, asked: after_asked }),
  statement: (_say, _, { text, kinds }: { text: string; kinds?: string[] }) => [text, ...(kinds ?? [])].join('\n'),
  duties: (say, _, duties: ReportDuty[]) =>
    duties
      .map(({ agency, within: { amount, unit }, after }) => {
        const name = receivers[agency] ? say(receivers[agency]) : agency
        return amount === 0
          ? say(words.immediately, { agency: name })
          : say(words.within, { agency: name, amount: amountOf(say, amount, unit), after: say(dutyStarts[after]) })
      })
      .join('; '),
}
