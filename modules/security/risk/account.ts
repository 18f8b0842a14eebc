import { createHmac } from 'node:crypto'
import type { Ctx } from '#platform/ctx.ts'
import { secretPort } from '#platform/ports.ts'

/** The provider's name for an account: the same for each form, and only we can tell whose it is. */
export const accountOf = (ctx: Pick<Ctx, 'use'>, email: string): string =>
  createHmac('sha256', ctx.use(secretPort)).update(`captcha account ${email.trim().toLowerCase()}`).digest('base64url')
