import { createHash, randomInt } from 'node:crypto'
import type { Ctx } from '#platform/ctx.ts'

const codeCount = 10
/** Without similar-looking letters and digits. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
const codePattern = /^[2-9A-HJKMNP-TV-Z]{15}$/

/** 73 bits, so that a plain hash can't be searched: ABCDE-FGHJK-MNPQR. */
const newCode = (): string =>
  Array.from({ length: 15 }, () => alphabet[randomInt(alphabet.length)])
    .join('')
    .replace(/(.{5})(?=.)/g, '$1-')

const normalize = (text: string) => text.replace(/[\s-]/g, '').toUpperCase()
const hashOf = (text: string) => createHash('sha256').update(normalize(text)).digest()

/** Whether a text has the form of a recovery code, before any lookup. */
export const isRecoveryCode = (text: string): boolean => codePattern.test(normalize(text))

/** Creates ten new codes and voids the old ones. Only hashes are stored, so the codes can be shown only now. */
export async function renewRecoveryCodes(ctx: Ctx, user_id: number): Promise<string[]> {
  const codes = Array.from({ length: codeCount }, newCode)
  await deleteRecoveryCodes(ctx, user_id)
  await ctx.sql`
    insert into identity.recovery_code (user_id, organization_id, code_hash)
    select p.user_id, p.organization_id, h from identity.person p, unnest(${ctx.sql.array(codes.map(hashOf))}::bytea[]) h
    where p.user_id = ${user_id}`
  return codes
}

/** Each code works once, even if copies arrive at the same time. */
export async function spendRecoveryCode(ctx: Ctx, user_id: number, text: string): Promise<boolean> {
  const usedRows = await ctx.sql`
    update identity.recovery_code set used_at = ${ctx.now}
    where user_id = ${user_id} and code_hash = ${hashOf(text)} and used_at is null returning user_id`
  return usedRows.length === 1
}

export async function deleteRecoveryCodes(ctx: Ctx, user_id: number): Promise<void> {
  await ctx.sql`delete from identity.recovery_code where user_id = ${user_id}`
}
