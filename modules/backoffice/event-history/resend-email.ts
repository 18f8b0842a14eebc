import { backofficeErrors } from '#modules/backoffice/errors.ts'
import { managerOf, selectManaged } from '#modules/identity/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { findEmailDeclaration, type SentEmail } from '#platform/mail/declare-email.ts'
import { operation } from '#platform/operation.ts'
import { type Policy, userOf } from '#platform/permissions.ts'
import { id, z } from '#platform/schema.ts'
import { localText } from '#platform/texts.ts'
import { historyWords } from './event-history.texts.ts'

const maxEmailsPerHour = 20

type SentRow = { subject_user_id: number; letter: string; about: Record<string, unknown> }
const { description, gate } = managerOf('UPDATE')
const writer: Policy<{ audit_id: number }> = {
  description,
  gate,
  scope: async (ctx, { audit_id }) => {
    await selectManaged(ctx, (await selectSent(ctx, audit_id)).subject_user_id, 'UPDATE')
  },
}

export const resendEmail = operation({
  call: 'POST /user/resendEmail',
  summary: 'Sends an email from the event history again with current data, up to 20 an hour',
  may: writer,
  takes: z.object({ audit_id: id() }),
  gives: z.object({}),
  fails: [backofficeErrors.notSentAgain, errors.tooMany],
  async run(ctx, { audit_id }) {
    await requireFewEmails(ctx)
    const { subject_user_id, letter, about } = await selectSent(ctx, audit_id)
    const resend = findEmailDeclaration(letter)?.again
    if (!resend) throw backofficeErrors.notSentAgain()
    await resend(ctx, { user_id: subject_user_id, about: about as SentEmail['about'] })
    await ctx.audit({
      action: 'user.resendEmail',
      subject: `audit_id:${audit_id}`,
      subject_user_id,
      after: { letter },
    })
    return { message: localText(ctx.locale, historyWords, 'sent') }
  },
})

/** The email of an event; any other event does not exist here. */
async function selectSent({ sql, organization }: Ctx, audit_id: number): Promise<SentRow> {
  const [email] = await sql<SentRow>`
    select subject_user_id, after ->> 'letter' as letter, after - 'letter' as about
    from platform.v_audit_event
    where audit_event_id = ${audit_id} and action = 'mail.sent' and subject_user_id is not null
      and organization_id = any(${sql.array(organization.scope)})`
  if (!email) throw errors.notFound()
  return email
}

/** Counted in the audit log for all processes; the lock serializes one sender's emails. */
async function requireFewEmails(ctx: Ctx): Promise<void> {
  const { user_id } = userOf(ctx)
  await ctx.sql`select pg_advisory_xact_lock(hashtext('user.resendEmail'), ${user_id})`
  const [earliest] = await ctx.sql<{ seconds: number }>`
    select extract(epoch from at + interval '1 hour' - platform.now())::float8 as seconds
    from platform.v_audit_event
    where organization_id = any(${ctx.sql.array(ctx.organization.scope)}) and at > platform.now() - interval '1 hour'
      and action = 'user.resendEmail' and actor_user_id = ${user_id}
    order by at desc offset ${maxEmailsPerHour - 1} limit 1`
  if (earliest) throw errors.tooMany(earliest.seconds)
}
