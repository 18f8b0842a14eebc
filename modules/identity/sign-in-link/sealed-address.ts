import type { Ctx } from '#platform/ctx.ts'
import { sealPort } from '#platform/ports.ts'

const sealBinding = 'address of a sign-in link'

/**
 * The recipient's address, sealed into the links of an email. It fills in the form that sends a sign-in link, and signs
 * no one in.
 */
export const sealAddress = (ctx: Ctx, email: string): string =>
  ctx.use(sealPort).seal(Buffer.from(email), sealBinding).toString('base64url')

/** The address, or '' if we did not seal the value. */
export function openAddress(ctx: Ctx, ciphertext: string | undefined): string {
  if (!ciphertext || ciphertext.length > 1_000) return ''
  try {
    return ctx.use(sealPort).open(Buffer.from(ciphertext, 'base64url'), sealBinding).toString()
  } catch {
    return ''
  }
}
