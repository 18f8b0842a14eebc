import { toString as drawQr } from 'qrcode'
import { endLinksTo } from '#modules/identity/credentials/end-links.sql.ts'
import { renewRecoveryCodes } from '#modules/identity/credentials/recovery-codes.sql.ts'
import { confirmSecret, pendingSecret, uriOf } from '#modules/identity/credentials/totp.sql.ts'
import { securityChanged } from '#modules/identity/facts.ts'
import type { Ctx } from '#platform/ctx.ts'
import { z } from '#platform/schema.ts'

/** The data for an authenticator app. `qr` is the address of a picture (data:), black on white in any theme. */
export const SetUp = z.object({ secret: z.string(), uri: z.string(), qr: z.string() })
export type SetUp = z.output<typeof SetUp>

/** Starts or continues setting up an authenticator app for one holder (a session or a sign-in step). */
export async function beginSetUp(ctx: Ctx, user_id: number, holder: string): Promise<SetUp> {
  const secret = await pendingSecret(ctx, user_id, holder)
  const uri = await uriOf(ctx, user_id, secret)
  const svg = await drawQr(uri, { type: 'svg', margin: 2, errorCorrectionLevel: 'M' })
  return { secret, uri, qr: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}` }
}

/** The first valid code turns the second factor on and returns the recovery codes; null for a wrong one. */
export async function confirmSetUp(ctx: Ctx, user_id: number, holder: string, code: string): Promise<string[] | null> {
  if (!(await confirmSecret(ctx, user_id, holder, code.replace(/\s/g, '')))) return null
  await ctx.audit({ action: 'user.save2fa', subject: `user_id:${user_id}`, subject_user_id: user_id })
  await ctx.emit(securityChanged, { user_id, kind: 'tfa_enabled' })
  // The links were proved without this code.
  await endLinksTo(ctx, user_id)
  return renewRecoveryCodes(ctx, user_id)
}

export const holderOfSession = (session_id: number): string => `session:${session_id}`
