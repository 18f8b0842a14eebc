import { createHmac } from 'node:crypto'
import type { Ctx } from '../../../platform/ctx.ts'
import { secretPort } from '../../../platform/ports.ts'

/** The name by which the provider knows an account: no one but we can tell whose it is, and it is the same for each form. */
export const accountOf = (ctx: Pick<Ctx, 'use'>, email: string): string =>
  createHmac('sha256', ctx.use(secretPort)).update(`captcha account ${email.trim().toLowerCase()}`).digest('base64url')
