import { z } from '#platform/schema.ts'
import { stateIdOf } from '#platform/states.ts'
import { sellingStates } from './receivers.shared.ts'
import { valueSchema } from './rule-value.ts'
import { isRuleKey, type RuleKey } from './rules.shared.ts'

const numberSource: RuleKey = 'certificate.number_source'
const day = z.iso.date()
const address = z.url({ protocol: /^https?$/ })

/** The statement of one source, in its words or in short. */
const Claim = z.strictObject({ text: z.string().min(1), source: z.string().min(1), url: address.nullable() })

/**
 * A value of a rule between two days, with its source. `mark`: V was read in the text of a rule or on a page of an
 * agency or court, S is secondary (a provider, a law firm), ? is a claim without a public source. `text` is for
 * people; courses are compared with `value`. The source says that it is current as of `as_of`, and was read on
 * `checked`.
 */
const Value = z
  .strictObject({
    valid_from: day.nullable(),
    valid_to: day.nullable(),
    value: z.json().optional(),
    text: z.string().min(1),
    /** The kinds that a source lists, in its words, for rules that students compare with their citation. */
    kinds: z.array(z.string().min(1).max(200)).min(1).max(50).optional(),
    mark: z.enum(['V', 'S', '?']),
    citation: z.string().min(1).nullable(),
    url: address.nullable(),
    as_of: z
      .string()
      .regex(/^\d{4}(-\d\d){0,2}$/)
      .nullable(),
    checked: day,
    note: z.string().min(1).optional(),
    /** What each source states, where sources disagree. The value follows one of them until the operator sets another. */
    claims: z.array(Claim).min(2).max(5).optional(),
  })
  .refine(({ mark, citation, url }) => mark === '?' || (citation !== null && url !== null), {
    error: 'a value that is marked V or S has a citation and an address',
  })
  .refine(({ valid_from, valid_to }) => valid_from === null || valid_to === null || valid_from <= valid_to, {
    error: 'a value ends after it begins',
  })
export type PackValue = z.output<typeof Value>

/** The rules of a program, as stored in a file of `packs/`. No source was found for a missing rule. */
export const Pack = z
  .strictObject({
    format: z.literal('rule-pack/1'),
    id: z.string().regex(/^[a-z]{2}-[a-z0-9-]{2,30}$/),
    /** Two letters; US for a federal program. */
    state: z.string().refine((code) => code === 'US' || stateIdOf(code) !== null),
    name: z.string().min(1),
    authority: z.string().min(1),
    citation: z.string().min(1),
    source_url: address,
    read: day,
    note: z.string().min(1).nullable(),
    values: z.record(z.string().refine(isRuleKey), z.array(Value).min(1)).superRefine((values, issues) => {
      for (const [key, list] of Object.entries(values)) {
        const schema = isRuleKey(key) ? valueSchema(key) : null
        for (const { value } of list) {
          const isValid = value === undefined || schema?.safeParse(value).success
          if (!isValid) issues.addIssue({ code: 'custom', path: [key], message: `${key}: not a value of its kind` })
        }
      }
    }),
  })
  .refine(
    ({ state, values }) =>
      sellingStates.includes(state) || !values[numberSource]?.some(({ value }) => value === 'stock'),
    {
      error: 'certificate numbers are bought only where an agency sells them',
    },
  )
export type Pack = z.output<typeof Pack>
