import { createElement } from 'react'
import {
  findResetRecipient,
  insertResetLink,
  passwordResetRequested,
  type ResetRecipient,
} from '../../modules/identity/index.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { siteUrlPort } from '../../platform/ports.ts'
import { job } from '../../platform/queue/job.ts'
import { say } from '../../platform/texts.ts'
import { sendLetter } from '../send-letter.ts'
import { PasswordLinkLetter, passwordLinkTexts } from './password-link.mail.tsx'

/** Sends the one-time link to everybody who was meant by a request. A second run may send a second working link. */
export const sendPasswordLink = job({
  name: 'identity.send-password-link',
  on: passwordResetRequested,
  async run(ctx, { request_id, user_ids }, attempt) {
    for (const user_id of user_ids) {
      const recipient = await findResetRecipient(ctx, user_id, { again: attempt.number > 1 })
      if (recipient) await sendLink(ctx, request_id, recipient)
    }
  },
})

async function sendLink(ctx: Ctx, request_id: string, recipient: ResetRecipient): Promise<void> {
  const token = await insertResetLink(ctx, recipient)
  const href = ctx.use(siteUrlPort)(recipient.organization_code, `/change-password?token=${token}`)
  const { locale, user_id, organization_id, organization_name, first_name, loginid } = recipient
  await sendLetter(ctx, {
    name: 'identity.password-link',
    user_id,
    organization_id,
    to: recipient.email,
    subject: say(locale, passwordLinkTexts, 'subject', { organization_name }),
    letter: createElement(PasswordLinkLetter, { locale, organization_name, first_name, loginid, href }),
    dedupe_key: `identity.password-link:${request_id}:${user_id}`,
  })
}
