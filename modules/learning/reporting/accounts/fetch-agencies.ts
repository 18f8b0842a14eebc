import { reportingMethods } from '#modules/learning/reporting/agencies/agency.ts'
import { isDeliveryKind } from '#modules/learning/reporting/agencies/delivery/delivery-fields.ts'
import {
  type Agency,
  agencies,
  agencyEntry,
  agencyName,
  directAgencies,
  isAccountFault,
  isInformedByAnother,
  isRetryCode,
  listAgencyCodes,
  localCorrectionOf,
} from '#modules/learning/reporting/agencies/index.ts'
import { previewLayout } from '#modules/learning/reporting/agencies/layout/preview.ts'
import type { Ctx } from '#platform/ctx.ts'
import { operation } from '#platform/operation.ts'
import { z } from '#platform/schema.ts'
import { type Locale, localize } from '#platform/texts.ts'
import { findAccount, findOwnAccount, type StoredAccount } from './account.sql.ts'
import { mayList, mayRead } from './account-permissions.ts'
import { findHold, type Hold } from './hold.sql.ts'
import { methodFormat } from './method-format.ts'
import { countQueues, listLastAnswers, type QueueCounts } from './queue.sql.ts'
import { sampleFor } from './sample-record.ts'
import { Agency as AgencyName } from './save-account.ts'

const Counts = z.object({
  /** Reports that are not sent yet, or to be sent again. */
  waiting: z.int(),
  /** The number of waiting reports past their deadline. */
  late: z.int(),
  rejected: z.int(),
  /** Reports in the last 30 days. */
  accepted: z.int(),
})

const HoldShape = z.object({
  /** The code that made the product hold the queue; null if a person holds it. */
  code: z.string().nullable(),
  reason: z.string(),
  held_at: z.string(),
})

const Method = z.enum(reportingMethods)

const Summary = Counts.extend({
  agency: z.string(),
  agency_name: z.string(),
  /** The organization's reporting method; null if neither it nor an ancestor has an account. */
  method: Method.nullable(),
  inherited: z.boolean(),
  hold: HoldShape.nullable(),
})

export const fetchAgencies = operation({
  call: 'GET /agencies',
  added: true,
  summary: 'Lists the agencies with the reports that wait for each, and how the organization reports to it',
  may: mayList,
  takes: z.object({}),
  gives: z.object({
    agencies: z.array(Summary),
    /** The agencies that get their records from another agency; nothing is sent to them. */
    informed: z.array(z.object({ agency: z.string(), agency_name: z.string() })),
  }),
  async run(ctx) {
    const counts = await countQueues(ctx)
    return {
      agencies: await Promise.all(directAgencies.map((agency) => summaryOf(ctx, agency, counts))),
      informed: agencies.filter(isInformedByAnother).map((agency) => ({
        agency,
        agency_name: agencyName({ agency, state_code: '' }, ctx.locale),
      })),
    }
  },
})

async function summaryOf(ctx: Ctx, agency: Agency, counts: ReadonlyMap<string, QueueCounts>) {
  const { organization_id } = ctx.organization
  const [account, hold] = await Promise.all([
    findAccount(ctx, organization_id, agency),
    findHold(ctx, organization_id, agency),
  ])
  return {
    agency,
    agency_name: agencyName({ agency, state_code: '' }, ctx.locale),
    ...(counts.get(agency) ?? { waiting: 0, late: 0, rejected: 0, accepted: 0 }),
    method: account?.method ?? null,
    inherited: account !== null && account.organization_id !== organization_id,
    hold: hold && holdOf(ctx.locale, agency, hold),
  }
}

const holdOf = (locale: Locale, agency: Agency, { code, reason, held_at }: Hold) => ({
  code,
  reason: code ? meaningOf(locale, agency, code) : reason,
  held_at: held_at.toISOString(),
})

/** The agency's meaning of a code, or else the text of its correction. */
const meaningOf = (locale: Locale, agency: Agency, code: string): string =>
  localize(locale, agencyEntry(agency).meanings?.[code] ?? localCorrectionOf(agency, code).text)

const Field = z.object({
  name: z.string(),
  label: z.string(),
  hint: z.string(),
  /** What each source states, where sources disagree; the setting decides. */
  claims: z.array(z.object({ text: z.string(), source: z.string() })),
  kind: z.enum(['line', 'secret', 'choice', 'table', 'document']),
  choices: z.array(z.object({ value: z.string(), label: z.string() })),
  optional: z.boolean(),
  /** A secret of several lines. */
  lines: z.boolean(),
  /** '' for a secret. */
  value: z.string(),
  /** Whether it has a value; also for secrets. */
  filled: z.boolean(),
})
type ShownField = z.output<typeof Field>

const Code = z.object({
  code: z.string(),
  meaning: z.string(),
  /** The action for a code: send again, hold the queue, or have the student or staff correct it. */
  effect: z.enum(['again', 'hold', 'student', 'staff']),
})

const Answer = z.object({
  at: z.string(),
  student_course_id: z.int(),
  outcome: z.enum(['accepted', 'duplicate', 'rejected', 'retry']),
  code: z.string().nullable(),
  meaning: z.string(),
  receipt: z.string().nullable(),
})

const Preview = z.object({
  faults: z.array(z.string()),
  sample: z.array(
    z.object({
      line: z.int(),
      field: z.string().nullable(),
      fault: z.enum([
        'lines',
        'length',
        'columns',
        'names',
        'constant',
        'code',
        'date',
        'missing',
        'count',
        'checksum',
      ]),
    }),
  ),
  left_out: z.array(z.string()),
  file: z.object({ name: z.string(), text: z.string() }).nullable(),
})

export const fetchAgency = operation({
  call: 'GET /agency',
  added: true,
  summary: 'Returns the account at an agency without its secrets, the state of its queue and the meaning of its codes',
  may: mayRead,
  takes: z.object({
    agency: AgencyName,
    /** The reporting method whose fields are returned, if not the current one. */
    method: Method.optional(),
  }),
  gives: Summary.extend({
    methods: z.array(Method),
    shown_method: Method,
    fields: z.array(Field),
    /** The required fields that are missing; nothing is sent without them. */
    missing: z.array(z.string()),
    codes: z.array(Code),
    answers: z.array(Answer),
    /** Whether the account in use has a server that can be tested. */
    testable: z.boolean(),
    /** The layout tested with the agency's sample and a made-up completion; null without a layout. */
    preview: Preview.nullable(),
  }),
  async run(ctx, { agency, method }) {
    const { organization_id } = ctx.organization
    const [account, counts, answers] = await Promise.all([
      findOwnAccount(ctx, organization_id, agency),
      countQueues(ctx),
      listLastAnswers(ctx, agency),
    ])
    const { methods } = agencyEntry(agency)
    const shown_method = method && methods.includes(method) ? method : (account?.method ?? methods[0]!)
    return {
      ...(await summaryOf(ctx, agency, counts)),
      methods: [...methods],
      shown_method,
      ...fieldsOf(ctx.locale, agency, shown_method, account),
      testable: shown_method === account?.method && isTestable(account),
      preview: shown_method === 'file' && account?.settings.layout ? previewOf(ctx, agency, account.settings) : null,
      codes: listAgencyCodes(agency).map((code) => ({ code, ...consequenceOf(ctx.locale, agency, code) })),
      answers: answers.map(({ at, ...answer }) => ({
        ...answer,
        at: at.toISOString(),
        meaning: answer.code ? meaningOf(ctx.locale, agency, answer.code) : '',
      })),
    }
  },
})

const isTestable = ({ method, settings }: StoredAccount): boolean =>
  method === 'service' || (method === 'file' && isDeliveryKind(settings.delivery))

const previewOf = (ctx: Ctx, agency: Agency, settings: Readonly<Record<string, string>>) =>
  previewLayout(settings, sampleFor(ctx, agency, settings), { now: ctx.now, time_zone: ctx.organization.time_zone })

function fieldsOf(
  locale: Locale,
  agency: Agency,
  method: (typeof reportingMethods)[number],
  account: StoredAccount | null,
) {
  const { fields, listMissingSettings } = methodFormat(agency, method)
  const settings = account?.settings ?? {}
  const secrets = Object.fromEntries(Object.keys(account?.secrets ?? {}).map((name) => [name, 'sealed']))
  return {
    missing: [...listMissingSettings({ settings, secrets })],
    fields: fields
      .filter(({ only }) => !only || only === settings.delivery)
      .map(
        ({ name, label, hint, claims = [], kind, choices = {}, optional = false, lines = false }): ShownField => ({
          name,
          label: localize(locale, label),
          hint: hint ? localize(locale, hint) : '',
          claims: claims.map(({ text, source }) => ({
            text: localize(locale, text),
            source: localize(locale, source),
          })),
          kind,
          choices: Object.entries(choices).map(([value, text]) => ({ value, label: localize(locale, text) })),
          optional,
          lines,
          value: settings[name] ?? suggestionFor(agency, name, account !== null),
          filled: Boolean(kind === 'secret' ? secrets[name] : settings[name]),
        }),
      ),
  }
}

/** The value that a form suggests for a setting without one; the time of daily files only until an account is saved. */
function suggestionFor(agency: Agency, name: string, isSaved: boolean): string {
  const { layout_template = '', daily_at = '' } = agencyEntry(agency)
  if (name === 'layout') return layout_template
  return name === 'daily_at' && !isSaved ? daily_at : ''
}

function consequenceOf(locale: Locale, agency: Agency, code: string) {
  const meaning = meaningOf(locale, agency, code)
  if (isAccountFault(agency, code)) return { meaning, effect: 'hold' as const }
  if (isRetryCode(agency, code)) return { meaning, effect: 'again' as const }
  return { meaning, effect: localCorrectionOf(agency, code).who }
}
