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

const phrases = {
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

type Translate = (text: Text, params?: Record<string, string | number>) => string

/** A rule's value in words: '240 minutes', 'FLHSMV: within 5 days of the completion'. */
export function valueInWords(locale: Locale, key: RuleKey, value: unknown): string {
  const kind = settableKind(key)
  if (!kind) return ''
  const translate: Translate = (text, params) => localize(locale, text, params)
  return (writers[kind.kind] as (translate: Translate, kind: RuleKind, value: unknown) => string)(
    translate,
    kind,
    value,
  )
}

const amountOf = (translate: Translate, n: number, unit: RuleUnit): string => translate(ruleUnits[unit], { n })

const writers: {
  [K in RuleKind['kind']]: (translate: Translate, kind: Extract<RuleKind, { kind: K }>, value: never) => string
} = {
  number: (translate, { unit }, value: number) => amountOf(translate, value, unit),
  range: (translate, { unit }, { min, max }: RuleValues['course.minimum_minutes']) =>
    max === undefined
      ? translate(phrases.atLeast, { amount: amountOf(translate, min, unit) })
      : translate(phrases.between, { min, max: amountOf(translate, max, unit) }),
  age: (translate, _, { min, under }: RuleValues['eligibility.age']) => {
    if (min === undefined) return translate(phrases.ageUnder, { n: under! })
    return under === undefined ? translate(phrases.ageFrom, { n: min }) : translate(phrases.ageBetween, { min, under })
  },
  set: (translate, { of }, value: string[]) => value.map((name) => translate(of[name]!)).join(', '),
  one: (translate, { of }, value: string) => translate(of[value]!),
  flag: (translate, _, value: boolean) => translate(value ? phrases.yes : phrases.no),
  lapse: (translate, _, { amount, unit }: RuleValues['refund.rule']) =>
    amount === 0 ? translate(phrases.immediate) : amountOf(translate, amount, unit),
  lockout: (translate, _, { wrong_percent_over, after_asked }: RuleValues['identity.lockout']) =>
    translate(phrases.lockout, { wrong: wrong_percent_over, asked: after_asked }),
  statement: (_say, _, { text, kinds }: { text: string; kinds?: string[] }) => [text, ...(kinds ?? [])].join('\n'),
  duties: (translate, _, duties: ReportDuty[]) =>
    duties
      .map(({ agency, within: { amount, unit }, after }) => {
        const name = receivers[agency] ? translate(receivers[agency]) : agency
        return amount === 0
          ? translate(phrases.immediately, { agency: name })
          : translate(phrases.within, {
              agency: name,
              amount: amountOf(translate, amount, unit),
              after: translate(dutyStarts[after]),
            })
      })
      .join('; '),
}
