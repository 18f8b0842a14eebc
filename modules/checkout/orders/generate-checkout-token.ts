import { money } from '#modules/checkout/rates.ts'
import { copySession, insertHandOver } from '#modules/identity/index.ts'
import { operation } from '#platform/operation.ts'
import { student, userOf } from '#platform/permissions.ts'
import { z } from '#platform/schema.ts'

const lifetime_ms = 15 * 60_000

/**
 * Lets an external page, such as an affiliate's, forward the student to this site's checkout. The token is a 256-bit
 * secret that is stored as a hash. Its bearer must confirm the account first, and gets a session with the limits and
 * expiration of the one that created it.
 */
export const generateCheckoutToken = operation({
  call: 'GET /user/generateCheckoutToken',
  summary:
    "A single-use token, valid for 15 minutes, that takes the signed-in student to this site's checkout at `url`",
  may: student,
  takes: z.object({}),
  gives: z.object({ token: z.string(), url: z.string(), expires_at: z.iso.datetime() }),
  changes: true,
  rate: money,
  audit: () => ({ action: 'user.generateCheckoutToken' }),
  async run(ctx) {
    const actor = userOf(ctx)
    const { session_id } = await copySession(ctx, actor)
    const site_id = ctx.organization.organization_id
    const { organization_id } = actor
    const token = await insertHandOver(ctx, { session_id, organization_id, site_id }, lifetime_ms)
    const url = `${ctx.request.origin}/checkout/enter?token=${token}`
    return { token, url, expires_at: new Date(ctx.now.getTime() + lifetime_ms).toISOString() }
  },
})
