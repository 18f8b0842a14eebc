import type { AccountField } from '#modules/learning/reporting/agencies/account-fields.ts'
import { reportingMethods } from '#modules/learning/reporting/agencies/agency.ts'
import { secretsOfChanged } from '#modules/learning/reporting/agencies/delivery/delivery-fields.ts'
import { agencyEntry, isSentTo } from '#modules/learning/reporting/agencies/index.ts'
import { courseAgencyTexts } from '#modules/learning/reporting/course-agencies.texts.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors, type Issue } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { userOf } from '#platform/permissions.ts'
import { wording, z } from '#platform/schema.ts'
import { localize, localText } from '#platform/texts.ts'
import { findOwnAccount, type StoredAccount, saveAccount } from './account.sql.ts'
import { mayChange } from './account-permissions.ts'
import { accountTexts } from './accounts.texts.ts'
import { deleteHold, findHold, makeDue } from './hold.sql.ts'
import { methodFormat } from './method-format.ts'

export const Agency = z.string().refine(isSentTo, { error: wording(courseAgencyTexts.unknown) })

const Values = z.record(z.string().max(50), z.string().max(200_000))

export const saveAgencyAccount = operation({
  call: 'PUT /agency/account',
  added: true,
  summary: "Saves how the organization reports to an agency, with its settings; secrets that aren't given stay",
  may: mayChange,
  takes: z.object({
    agency: Agency,
    method: z.enum(reportingMethods),
    settings: Values.default({}),
    secrets: Values.default({}),
  }),
  gives: z.object({ missing: z.array(z.string()) }),
  async run(ctx, { agency, method, settings: given, secrets }) {
    const { organization_id } = ctx.organization
    if (!agencyEntry(agency).methods.includes(method)) throw invalid(ctx, [['method', 'methodWrong']])
    const { fields, missing } = methodFormat(agency, method)
    const settings = trimmed(given, fields)
    requireFields(ctx, fields, settings, secrets)
    const before = await findOwnAccount(ctx, organization_id, agency)
    const replaced = Object.fromEntries(Object.entries(secrets).filter(([, value]) => value !== ''))
    const account = {
      organization_id,
      agency,
      method,
      settings: { ...before?.settings, ...settings },
      secrets: replaced,
    }
    const outdated = requireSecretsAgain(ctx, before, account)
    await saveAccount(ctx, account, outdated, userOf(ctx).user_id)
    await ctx.audit({
      action: 'agency.account',
      subject: `agency:${agency}`,
      before: before && { method: before.method },
      after: { method, changed: changesOf(before?.settings ?? {}, settings), secrets: Object.keys(replaced) },
    })
    const hold = await findHold(ctx, organization_id, agency)
    // The product held the queue because of the previous account.
    if (hold?.code) await deleteHold(ctx, organization_id, agency)
    else await makeDue(ctx, agency)
    const unchanged = Object.entries(before?.secrets ?? {}).filter(([name]) => !outdated.includes(name))
    const storedSecrets = { ...Object.fromEntries(unchanged), ...replaced }
    return {
      missing: [
        ...missing({
          settings: account.settings,
          secrets: Object.fromEntries(Object.keys(storedSecrets).map((name) => [name, 'sealed'])),
        }),
      ],
      message: localText(ctx.locale, accountTexts, 'saved'),
    }
  },
})

/**
 * The stored secrets that this change invalidates, because they were entered for another server or user. Throws unless
 * one of them is entered again.
 */
function requireSecretsAgain(
  ctx: Ctx,
  before: StoredAccount | null,
  { settings, secrets }: { settings: Readonly<Record<string, string>>; secrets: Readonly<Record<string, string>> },
): string[] {
  if (!before) return []
  const changed = secretsOfChanged(before.settings, settings)
  const unanswered = changed.filter((names) => !names.some((name) => secrets[name]))
  const wrong = unanswered
    .flat()
    .filter((name) => Object.hasOwn(before.secrets, name))
    .map((name): Wrong => [`secrets.${name}`, 'secretAgain'])
  if (wrong.length > 0) throw invalid(ctx, wrong)
  return changed.flat()
}

/** A document is stored as is: in a sample of fixed width the last line may end with padding. */
const trimmed = (values: Readonly<Record<string, string>>, fields: readonly AccountField[]): Record<string, string> => {
  const documents = fields.filter(({ kind }) => kind === 'document').map(({ name }) => name)
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const trimmedValue = value.trim()
      return [name, trimmedValue !== '' && documents.includes(name) ? value : trimmedValue]
    }),
  )
}

/** The names of the settings that change. */
const changesOf = (before: Readonly<Record<string, string>>, after: Readonly<Record<string, string>>): string[] =>
  Object.entries(after).flatMap(([name, value]) => ((before[name] ?? '') === value ? [] : [name]))

type Wrong = [
  path: string,
  text: 'methodWrong' | 'fieldWrong' | 'fieldLong' | 'fieldUnknown' | 'secretAgain',
  faults?: string,
]

function requireFields(
  ctx: Ctx,
  fields: readonly AccountField[],
  settings: Readonly<Record<string, string>>,
  secrets: Readonly<Record<string, string>>,
): void {
  const wrong = [
    ...Object.entries(settings).map((entry) => ['settings', ...entry] as const),
    ...Object.entries(secrets).map((entry) => ['secrets', ...entry] as const),
  ].flatMap(([kind, name, value]): Wrong[] => {
    const field = fields.find((field) => field.name === name && (field.kind === 'secret') === (kind === 'secrets'))
    const fault = field ? faultOf(field, value) : 'fieldUnknown'
    if (!fault) return []
    return [[`${kind}.${name}`, fault, field?.explain?.(value).join('; ') ?? '']]
  })
  if (wrong.length > 0) throw invalid(ctx, wrong)
}

function faultOf({ max, choices, accepts, explain }: AccountField, value: string): Wrong[1] | null {
  if (value === '') return null
  if (value.length > max) return 'fieldLong'
  const isFine =
    (!choices || Object.hasOwn(choices, value)) &&
    (!accepts || accepts(value)) &&
    (!explain || explain(value).length === 0)
  return isFine ? null : 'fieldWrong'
}

const invalid = ({ locale }: Ctx, wrong: readonly Wrong[]) =>
  errors.invalid(
    {},
    {},
    wrong.map(
      ([path, text, faults = '']): Issue => ({
        path,
        message: [localize(locale, accountTexts[text]), faults.slice(0, 500)].filter(Boolean).join(' '),
      }),
    ),
  )
