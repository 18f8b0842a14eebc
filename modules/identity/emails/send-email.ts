import { identityErrors } from '#modules/identity/errors.ts'
import { peopleTexts } from '#modules/identity/people/people.texts.ts'
import { managerOf } from '#modules/identity/people/people-scope.ts'
import { selectPerson } from '#modules/identity/people/person.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { secondsInWindow } from '#platform/event-window.ts'
import { isOneLine } from '#platform/one-line.shared.ts'
import { operation } from '#platform/operation.ts'
import { userOf } from '#platform/permissions.ts'
import { id, requiredText, wording, z } from '#platform/schema.ts'
import { localize, texts } from '#platform/texts.ts'
import { insertEmail } from './email.sql.ts'

const messages = texts({
  subject: ['Enter a subject.', 'Escriba el asunto.'],
  oneLine: ['Write the subject on one line.', 'Escriba el asunto en una sola línea.'],
  message: ['Enter a message.', 'Escriba el mensaje.'],
})

const emailsAnHour = 20
const manager = managerOf('UPDATE')

/** Only to people whom the sender manages: the product is not a mail relay. */
const emailSender: typeof manager = {
  ...manager,
  description: `${manager.description}, not to themselves`,
  scope: async (ctx, input) => {
    await manager.scope?.(ctx, input)
    if (userOf(ctx).user_id === input.user_id) throw errors.forbidden()
  },
}

export const sendEmail = operation({
  call: 'POST /user/sendEmail/',
  summary: 'Sends a plain-text email to the account address of a person the caller manages, up to 20 an hour',
  may: emailSender,
  takes: z.object({
    user_id: id(),
    subject: requiredText(messages.subject, 150).refine(isOneLine, { error: wording(messages.oneLine) }),
    message: requiredText(messages.message, 5_000),
  }),
  gives: z.object({}),
  fails: [identityErrors.tooManyEmails],
  audit: ({ user_id, subject }) => ({
    action: 'user.sendEmail',
    subject: `user_id:${user_id}`,
    subject_user_id: user_id,
    after: { subject },
  }),
  async run(ctx, { user_id, subject, message }) {
    const sent_by = userOf(ctx).user_id
    await requireFewEmails(ctx, sent_by)
    const { organization_id, email: to_email } = await selectPerson(ctx, user_id)
    await insertEmail(ctx, { user_id, organization_id, kind: 'written', to_email, subject, message, sent_by })
    return { message: localize(ctx.locale, peopleTexts.emailSent) }
  },
})

/** Counted in the database for all processes; the lock serializes a sender's emails. */
async function requireFewEmails(ctx: Ctx, sent_by: number): Promise<void> {
  await ctx.sql`select pg_advisory_xact_lock(hashtext('identity.letter'), ${sent_by})`
  const since = new Date(ctx.now.getTime() - 60 * 60_000)
  const [earliest] = await ctx.sql<{ created_at: Date }>`
    select created_at from identity.letter where sent_by = ${sent_by} and kind = 'written' and created_at > ${since}
    order by created_at desc offset ${emailsAnHour - 1} limit 1`
  if (earliest) throw identityErrors.tooManyEmails(secondsInWindow(since, earliest.created_at))
}
