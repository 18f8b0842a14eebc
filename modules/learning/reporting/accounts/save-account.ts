import type { AccountField } from '#modules/learning/reporting/agencies/account-fields.ts'
import { reportingMethods } from '#modules/learning/reporting/agencies/agency.ts'
import { secretsToReenter } from '#modules/learning/reporting/agencies/delivery/delivery-fields.ts'
import { agencyEntry, isDirectAgency } from '#modules/learning/reporting/agencies/index.ts'
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
import { deleteHold, findHold, makeReportsDue } from './hold.sql.ts'
import { methodFormat } from './method-format.ts'

export const Agency = z.string().refine(isDirectAgency, { error: wording(courseAgencyTexts.unknown) })

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
  async run(ctx, { agency, method, settings: values, secrets }) {
    const { organization_id } = ctx.organization
    if (!agencyEntry(agency).methods.includes(method)) throw invalidInput(ctx, [['method', 'methodWrong']])
    const { fields, listMissingSettings } = methodFormat(agency, method)
    const settings = trimValues(values, fields)
    requireFields(ctx, fields, settings, secrets)
    const before = await findOwnAccount(ctx, organization_id, agency)
    const newSecrets = Object.fromEntries(Object.entries(secrets).filter(([, value]) => value !== ''))
    const account = {
      organization_id,
      agency,
      method,
      settings: { ...before?.settings, ...settings },
      secrets: newSecrets,
    }
    const outdated = requireSecretsAgain(ctx, before, account)
    await saveAccount(ctx, account, outdated, userOf(ctx).user_id)
    await ctx.audit({
      action: 'agency.account',
      subject: `agency:${agency}`,
      before: before && { method: before.method },
      after: { method, changed: changedNames(before?.settings ?? {}, settings), secrets: Object.keys(newSecrets) },
    })
    const hold = await findHold(ctx, organization_id, agency)
    // The product held the queue because of the previous account.
    if (hold?.code) await deleteHold(ctx, organization_id, agency)
    else await makeReportsDue(ctx, agency)
    const unchanged = Object.entries(before?.secrets ?? {}).filter(([name]) => !outdated.includes(name))
    const storedSecrets = { ...Object.fromEntries(unchanged), ...newSecrets }
    return {
      missing: [
        ...listMissingSettings({
          settings: account.settings,
          secrets: Object.fromEntries(Object.keys(storedSecrets).map((name) => [name, 'sealed'])),
        }),
      ],
      message: localText(ctx.locale, accountTexts, 'saved'),
    }
  },
})

/**
 * The stored secrets that this change invalidates, because they were entered for another server or user. Throws if they
 * are not entered again.
 */
function requireSecretsAgain(
  ctx: Ctx,
  before: StoredAccount | null,
  { settings, secrets }: { settings: Readonly<Record<string, string>>; secrets: Readonly<Record<string, string>> },
): string[] {
  if (!before) return []
  const changed = secretsToReenter(before.settings, settings)
  const notReentered = changed.filter((names) => !names.some((name) => secrets[name]))
  const invalidFields = notReentered
    .flat()
    .filter((name) => Object.hasOwn(before.secrets, name))
    .map((name): InvalidField => [`secrets.${name}`, 'secretAgain'])
  if (invalidFields.length > 0) throw invalidInput(ctx, invalidFields)
  return changed.flat()
}

/** Documents are not trimmed, because the last line of a fixed-width sample may end with padding. */
const trimValues = (
  values: Readonly<Record<string, string>>,
  fields: readonly AccountField[],
): Record<string, string> => {
  const documents = fields.filter(({ kind }) => kind === 'document').map(({ name }) => name)
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const trimmedValue = value.trim()
      return [name, trimmedValue !== '' && documents.includes(name) ? value : trimmedValue]
    }),
  )
}

/** The names of the settings that change. */
const changedNames = (before: Readonly<Record<string, string>>, after: Readonly<Record<string, string>>): string[] =>
  Object.entries(after).flatMap(([name, value]) => ((before[name] ?? '') === value ? [] : [name]))

type InvalidField = [
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
  const invalidFields = [
    ...Object.entries(settings).map((entry) => ['settings', ...entry] as const),
    ...Object.entries(secrets).map((entry) => ['secrets', ...entry] as const),
  ].flatMap(([kind, name, value]): InvalidField[] => {
    const field = fields.find((entry) => entry.name === name && (entry.kind === 'secret') === (kind === 'secrets'))
    const fault = field ? faultOf(field, value) : 'fieldUnknown'
    if (!fault) return []
    return [[`${kind}.${name}`, fault, field?.explain?.(value).join('; ') ?? '']]
  })
  if (invalidFields.length > 0) throw invalidInput(ctx, invalidFields)
}

function faultOf({ max, choices, accepts, explain }: AccountField, value: string): InvalidField[1] | null {
  if (value === '') return null
  if (value.length > max) return 'fieldLong'
  const isValid =
    (!choices || Object.hasOwn(choices, value)) &&
    (!accepts || accepts(value)) &&
    (!explain || explain(value).length === 0)
  return isValid ? null : 'fieldWrong'
}

const invalidInput = ({ locale }: Ctx, invalidFields: readonly InvalidField[]) =>
  errors.invalid(
    {},
    {},
    invalidFields.map(
      ([path, text, faults = '']): Issue => ({
        path,
        message: [localize(locale, accountTexts[text]), faults.slice(0, 500)].filter(Boolean).join(' '),
      }),
    ),
  )
