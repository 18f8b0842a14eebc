import { identityErrors } from '#modules/identity/errors.ts'
import type { Ctx } from '#platform/ctx.ts'
import { listTestEmails } from '#platform/mail/test-email.sql.ts'
import { operation } from '#platform/operation.ts'
import { count, z } from '#platform/schema.ts'
import { inSandbox } from './in-sandbox.ts'

const defaultLimit = 50
const maxLimit = 200

export const fetchTestEmails = operation({
  call: 'GET /test/emails',
  added: true,
  summary: 'The emails that the sandbox would have sent, oldest first, for 30 days',
  may: inSandbox('MANAGE_STUDENTS:READ'),
  takes: z.object({
    /** The `next_id` of the last page. */
    after_id: count().default(0),
    /** Only emails to this address. */
    to: z.string().trim().max(254).optional(),
    limit: count(1, maxLimit).default(defaultLimit),
  }),
  gives: z.object({
    emails: z.array(
      z.object({
        test_email_id: z.int(),
        /** The kind of email, for example `checkout.receipt`. */
        name: z.string(),
        to: z.string(),
        subject: z.string(),
        text: z.string(),
        /** The links in the text, in order. */
        links: z.array(z.string()),
        sent_at: z.iso.datetime(),
      }),
    ),
    /** For `after_id`; also present on the last page, so that a program can continue later. */
    next_id: z.int(),
    has_more: z.boolean(),
  }),
  fails: [identityErrors.sandboxOnly],
  clients: 'listTestEmails',
  async run(ctx, { limit, ...query }) {
    const rows = await listTestEmails(ctx as Ctx, { ...query, limit: limit + 1 })
    const page = rows.slice(0, limit)
    return {
      emails: page.map(({ to_email: to, sent_at, text, ...email }) => ({
        ...email,
        to,
        text,
        links: linksOf(text),
        sent_at: sent_at.toISOString(),
      })),
      next_id: page.at(-1)?.test_email_id ?? query.after_id,
      has_more: rows.length > limit,
    }
  },
})

/** A full stop or a bracket after an address belongs to the sentence. */
const linksOf = (text: string): string[] => [
  ...new Set((text.match(/https?:\/\/[^\s<>"]+/g) ?? []).map((link) => link.replace(/[.,;:)\]]+$/, ''))),
]
