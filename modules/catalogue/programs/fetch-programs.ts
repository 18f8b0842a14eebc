import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { staff } from '#platform/permissions.ts'
import { day, z } from '#platform/schema.ts'
import { type Locale, localize } from '#platform/texts.ts'
import { dayIn } from '#platform/zone.ts'
import { changeDays } from './change-days.ts'
import { type EffectiveRule, rulesOn } from './effective-rules.ts'
import type { Pack } from './pack.schema.ts'
import { listPacks, packOf } from './packs.ts'
import { listProgramCourses, listSetRules } from './program-rule.sql.ts'
import { valueInWords } from './rule-words.ts'
import { kindOf, rules, settableKind } from './rules.shared.ts'

const may = staff('MANAGE_COURSES:READ')
const State = z.enum(['set', 'none', 'V', 'S', 'open'])

const Summary = z.object({
  program_id: z.string(),
  /** Two letters; US for a federal program. */
  state_code: z.string(),
  name: z.string(),
  authority: z.string(),
  /** The number of known rules among those that courses are compared with, and the number of unconfirmed ones. */
  known: z.int(),
  open: z.int(),
  courses: z.int(),
  /** The next day on which its rules change (YYYY-MM-DD); null if none is known. */
  next_change: z.string().nullable(),
})

export const fetchPrograms = operation({
  call: 'GET /programs',
  clients: 'listPrograms',
  added: true,
  summary: 'Lists the programs that courses can name, with how many of their rules are known',
  may,
  takes: z.object({}),
  gives: z.object({ programs: z.array(Summary) }),
  async run(ctx) {
    const [set, courses] = await Promise.all([listSetRules(ctx), listProgramCourses(ctx)])
    const today = todayOf(ctx)
    return {
      programs: listPacks().map((pack) => {
        const comparableRules = rulesOn(today, pack.id, set).filter(({ key }) => kindOf(key) !== null)
        const open = comparableRules.filter(({ state }) => state === 'open').length
        return {
          ...nameOf(pack),
          known: comparableRules.length - open,
          open,
          courses: courses.filter(({ program_id }) => program_id === pack.id).length,
          next_change: changeDays(pack.id, set, today)[0] ?? null,
        }
      }),
    }
  },
})

const Source = z.object({ citation: z.string().nullable(), url: z.string().nullable() })

const Rule = z.object({
  rule: z.string(),
  label: z.string(),
  /** Whether courses are compared with it. */
  compared: z.boolean(),
  /** Whether the operator may set its value. Other texts are for people, and have no effect. */
  settable: z.boolean(),
  state: State,
  /** The current value, null for none; only for rules with a value. */
  value: z.unknown(),
  /** The value in words; '' for none. */
  words: z.string(),
  /** The pack's text in English; null if the pack has no such rule. */
  pack: Source.extend({
    text: z.string(),
    /** The kinds that a statement lists. */
    kinds: z.array(z.string()).nullable(),
    words: z.string(),
    value: z.unknown(),
    mark: z.enum(['V', 'S', '?']),
    as_of: z.string().nullable(),
    checked: z.string(),
    note: z.string().nullable(),
    /** What each source states, where sources disagree; empty otherwise. */
    claims: z.array(z.object({ text: z.string(), source: z.string(), url: z.string().nullable() })),
    valid_from: z.string().nullable(),
    valid_to: z.string().nullable(),
  }).nullable(),
  set: Source.extend({
    program_rule_id: z.int(),
    reason: z.string(),
    valid_from: z.string(),
    valid_to: z.string().nullable(),
    created_at: z.string(),
  }).nullable(),
})
export type ProgramRule = z.output<typeof Rule>

export const fetchProgram = operation({
  call: 'GET /program',
  added: true,
  summary: 'Returns the rules of a program on a day (today by default), and the courses that name it',
  may,
  takes: z.object({ program_id: z.string().max(50), on: day().optional() }),
  gives: z.object({
    program: Summary.omit({ known: true, open: true, courses: true, next_change: true }).extend({
      citation: z.string(),
      url: z.string(),
      read: z.string(),
      note: z.string().nullable(),
    }),
    on: z.string(),
    /** The days on which its rules change, soonest first. */
    change_days: z.array(z.string()),
    rules: z.array(Rule),
    /** The rules that differ between today and `on`. */
    changes: z.array(z.object({ rule: z.string(), label: z.string(), today: z.string(), on_day: z.string() })),
    courses: z.array(
      z.object({ course_id: z.int(), name: z.string(), organization_name: z.string(), published: z.boolean() }),
    ),
  }),
  fails: [errors.notFound],
  async run(ctx, { program_id, on }) {
    const pack = packOf(program_id)
    if (!pack) throw errors.notFound()
    const [set, courses] = await Promise.all([listSetRules(ctx, pack.id), listProgramCourses(ctx)])
    const today = todayOf(ctx)
    const day = on ?? today
    const rulesToday = rulesOn(today, pack.id, set).map((rule) => ruleResponse(ctx.locale, rule))
    const rulesThen =
      day === today ? rulesToday : rulesOn(day, pack.id, set).map((rule) => ruleResponse(ctx.locale, rule))
    return {
      program: { ...nameOf(pack), citation: pack.citation, url: pack.source_url, read: pack.read, note: pack.note },
      on: day,
      change_days: changeDays(pack.id, set, today),
      rules: rulesThen,
      changes: changesOf(rulesToday, rulesThen),
      courses: courses
        .filter((course) => course.program_id === pack.id)
        .map(({ course_id, name, organization_name, published_version_id }) => ({
          course_id,
          name,
          organization_name,
          published: published_version_id !== null,
        })),
    }
  },
})

/** The day in the school's time zone, by which rules apply. */
export const todayOf = ({ organization, now }: Pick<Ctx, 'organization' | 'now'>): string =>
  dayIn(organization.time_zone, now)

const nameOf = ({ id, state, name, authority }: Pack) => ({ program_id: id, state_code: state, name, authority })

function ruleResponse(locale: Locale, { key, state, pack, set }: EffectiveRule): ProgramRule {
  const kind = kindOf(key)
  const packValue = state === 'V' || state === 'S' ? (pack!.value ?? null) : null
  const value = state === 'set' ? set!.value : packValue
  const inWords = (ruleValue: unknown) =>
    settableKind(key) && ruleValue !== null && ruleValue !== undefined ? valueInWords(locale, key, ruleValue) : ''
  return {
    rule: key,
    label: localize(locale, rules[key].label),
    compared: kind !== null,
    settable: settableKind(key) !== null,
    state,
    value,
    words: inWords(value),
    pack: pack && {
      text: pack.text,
      kinds: pack.kinds ?? null,
      words: inWords(pack.value),
      value: pack.value ?? null,
      mark: pack.mark,
      citation: pack.citation,
      url: pack.url,
      as_of: pack.as_of,
      checked: pack.checked,
      note: pack.note ?? null,
      claims: pack.claims ?? [],
      valid_from: pack.valid_from,
      valid_to: pack.valid_to,
    },
    set: set && {
      program_rule_id: set.program_rule_id,
      citation: set.citation,
      url: set.url,
      reason: set.reason,
      valid_from: set.valid_from,
      valid_to: set.valid_to,
      created_at: set.created_at.toISOString(),
    },
  }
}

function changesOf(now: readonly ProgramRule[], then: readonly ProgramRule[]) {
  const before = new Map(now.map(({ rule, words, pack }) => [rule, words || (pack?.text ?? '')]))
  return then
    .map(({ rule, label, words, pack }) => ({
      rule,
      label,
      today: before.get(rule) ?? '',
      on_day: words || (pack?.text ?? ''),
    }))
    .filter((change) => change.today !== change.on_day)
}
