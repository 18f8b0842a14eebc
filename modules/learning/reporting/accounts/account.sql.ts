import type { AgencyAccount } from '#modules/learning/reporting/agencies/account-fields.ts'
import type { ReportingMethod } from '#modules/learning/reporting/agencies/agency.ts'
import type { Agency } from '#modules/learning/reporting/agencies/index.ts'
import { openValue, sealValue } from '#modules/learning/sealed.ts'
import type { Ctx } from '#platform/ctx.ts'

type SealedValue = { sealed: string }

/** An account with its secrets sealed. */
export type StoredAccount = {
  organization_id: number
  agency: Agency
  method: ReportingMethod
  settings: Record<string, string>
  secrets: Record<string, SealedValue>
  updated_at: Date
}

const sealBinding = ({ organization_id, agency }: Pick<StoredAccount, 'organization_id' | 'agency'>) =>
  `agency_account:${organization_id}:${agency}`

/** The organization's own account. */
export async function findOwnAccount(
  { sql }: Pick<Ctx, 'sql'>,
  organization_id: number,
  agency: Agency,
): Promise<StoredAccount | null> {
  const [row] = await sql<StoredAccount>`
    select organization_id, agency, method, settings, secrets, updated_at from learning.agency_account
    where organization_id = ${organization_id} and agency = ${agency}`
  return row ?? null
}

/** The account that an organization reports with: its own, or else the nearest ancestor's. */
export async function findAccount(
  { unscoped: { sql } }: Pick<Ctx, 'unscoped'>,
  organization_id: number,
  agency: Agency,
): Promise<StoredAccount | null> {
  const [row] = await sql<StoredAccount>`
    select a.organization_id, a.agency, a.method, a.settings, a.secrets, a.updated_at
    from learning.v_agency_account v
    join learning.agency_account a on a.organization_id = v.holder_id and a.agency = v.agency
    where v.organization_id = ${organization_id} and v.agency = ${agency}`
  return row ?? null
}

/** The account with its secrets decrypted. */
export const openAccount = (ctx: Pick<Ctx, 'use'>, account: StoredAccount): AgencyAccount => ({
  settings: account.settings,
  secrets: Object.fromEntries(
    Object.entries(account.secrets).map(([name, sealed]) => [
      name,
      openValue<string>(ctx, sealed, sealBinding(account)),
    ]),
  ),
})

/** Stores an account. Replaces only the given secrets, and deletes the outdated ones. */
export async function saveAccount(
  ctx: Ctx,
  account: Omit<StoredAccount, 'secrets' | 'updated_at'> & { secrets: Readonly<Record<string, string>> },
  outdated: readonly string[],
  user_id: number,
): Promise<void> {
  const { organization_id, agency, method, settings } = account
  const sealed = Object.fromEntries(
    Object.entries(account.secrets).map(([name, value]) => [name, sealValue(ctx, value, sealBinding(account))]),
  )
  await ctx.sql`
    insert into learning.agency_account ${ctx.sql({
      organization_id,
      agency,
      method,
      settings: ctx.sql.json(settings),
      secrets: ctx.sql.json(sealed),
      updated_by: user_id,
    })}
    on conflict (organization_id, agency) do update
    set method = excluded.method, settings = excluded.settings,
        secrets = (agency_account.secrets - ${ctx.sql.array([...outdated])}::text[]) || excluded.secrets,
        updated_by = excluded.updated_by, updated_at = platform.now()`
}
