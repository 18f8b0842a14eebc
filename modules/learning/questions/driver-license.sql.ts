import { openValue, sealValue } from '#modules/learning/sealed.ts'
import type { Ctx } from '#platform/ctx.ts'

/** A person's driver license as last entered, for all courses; null for parts that were not entered. */
export type DriverLicense = {
  license_number: string | null
  lk_state_id: number | null
  /** The code of a class or endorsement, or the text of an author's own option. */
  license_class: string | null
}

export const noLicense: DriverLicense = { license_number: null, lk_state_id: null, license_class: null }

export const licenseParts = Object.keys(noLicense) as (keyof DriverLicense)[]

const sealBinding = (user_id: number) => `driver_license:${user_id}`

/** The license with its number decrypted. Callers must check whose it is. */
export async function findDriverLicense(ctx: Pick<Ctx, 'sql' | 'use'>, user_id: number): Promise<DriverLicense> {
  const [row] = await ctx.sql<Omit<DriverLicense, 'license_number'> & { license_number: unknown }>`
    select license_number, lk_state_id, license_class from learning.driver_license where user_id = ${user_id}`
  if (!row) return noLicense
  return { ...row, license_number: openValue(ctx, row.license_number as string | null, sealBinding(user_id)) }
}

/** Replaces the given values; null keeps the stored one, and equal values change nothing. */
export async function writeDriverLicense(
  ctx: Pick<Ctx, 'sql' | 'use'>,
  { user_id, organization_id }: { user_id: number; organization_id: number },
  license: DriverLicense,
): Promise<void> {
  const before = await findDriverLicense(ctx, user_id)
  if (licenseParts.every((part) => license[part] === null || license[part] === before[part])) return
  const { sql } = ctx
  const { license_number, lk_state_id, license_class } = license
  const sealedValue = sealValue(ctx, license_number, sealBinding(user_id))
  await sql`
    insert into learning.driver_license as d (user_id, organization_id, license_number, lk_state_id, license_class)
    values (${user_id}, ${organization_id}, ${sealedValue && sql.json(sealedValue)}, ${lk_state_id}, ${license_class})
    on conflict (user_id) do update
    set license_number = coalesce(excluded.license_number, d.license_number),
        lk_state_id = coalesce(excluded.lk_state_id, d.lk_state_id),
        license_class = coalesce(excluded.license_class, d.license_class), updated_at = platform.now()`
}

/** Removes stored values; courses keep the answers of their registrations. */
export async function clearDriverLicense(
  { sql }: Pick<Ctx, 'sql'>,
  user_id: number,
  parts: readonly (keyof DriverLicense)[],
): Promise<void> {
  if (parts.length === 0) return
  const isKept = (part: keyof DriverLicense) => !parts.includes(part)
  await sql`
    update learning.driver_license
    set license_number = case when ${isKept('license_number')} then license_number end,
        lk_state_id = case when ${isKept('lk_state_id')} then lk_state_id end,
        license_class = case when ${isKept('license_class')} then license_class end, updated_at = platform.now()
    where user_id = ${user_id}`
}
