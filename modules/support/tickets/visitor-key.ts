import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { pathTo } from '#platform/path-to.ts'
import { secretPort } from '#platform/ports.ts'
import { findTicket } from './ticket.sql.ts'

/** The key to a visitor's ticket and no other: the ticket's id with 256 bits that only our emails contain. */
export const visitorToken = (ctx: Pick<Ctx, 'use'>, issue_id: number): string => {
  const mark = createHmac('sha256', ctx.use(secretPort)).update(`support visitor ${issue_id}`).digest('base64url')
  return `${issue_id}-${mark}`
}

/** The path of a visitor's ticket with its signed key. */
export const visitorPath = (ctx: Pick<Ctx, 'use'>, issue_id: number): string =>
  pathTo('/support/visitor/:token', { token: visitorToken(ctx, issue_id) })

/**
 * A visitor's ticket by the key in their email. Throws notFound, including when the ticket already belongs to an
 * account.
 */
export async function selectByToken(ctx: Ctx, token: string, { lock = false } = {}) {
  const issue_id = Number(/^(\d{1,9})-/.exec(token)?.[1] ?? 0)
  const [actual, expected] = [Buffer.from(token), Buffer.from(visitorToken(ctx, issue_id))]
  const isMatch = actual.length === expected.length && timingSafeEqual(actual, expected)
  const ticket = isMatch ? await findTicket(ctx, issue_id, { lock }) : null
  if (!ticket?.visitor_email || ticket.reporter_user_id !== null) throw errors.notFound()
  return { ...ticket, visitor_email: ticket.visitor_email, side: 'reporter' as const }
}
