import { createHmac } from 'node:crypto'
import type { Ctx } from '#platform/ctx.ts'
import { secretPort } from '#platform/ports.ts'

/** An account's pseudonym at the provider: the same in each form, and only we can map it back. */
export const accountOf = (ctx: Pick<Ctx, 'use'>, email: string): string =>
  createHmac('sha256', ctx.use(secretPort)).update(`captcha account ${email.trim().toLowerCase()}`).digest('base64url')
