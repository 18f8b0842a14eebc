import { createElement } from 'react'
import { findResetRecipient, passwordChanged } from '../../modules/identity/index.ts'
import { renderLetter } from '../../platform/mail/render.ts'
import { mailPort, siteUrlPort } from '../../platform/ports.ts'
import { job } from '../../platform/queue/job.ts'
import { say } from '../../platform/texts.ts'
import { NewPasswordLetter, newPasswordTexts } from './new-password.mail.tsx'

/** Tells a person that their password was changed: whoever did not do it must hear of it. */
export const tellOfNewPassword = job({
  name: 'identity.tell-of-new-password',
  on: passwordChanged,
  async run(ctx, { user_id }, attempt) {
    const recipient = await findResetRecipient(ctx, user_id, { again: true })
    if (!recipient) return
    const { locale, organization_name, first_name, loginid } = recipient
    const href = ctx.use(siteUrlPort)(recipient.organization_code, '/forgot-password')
    const letter = createElement(NewPasswordLetter, { locale, organization_name, first_name, loginid, href })
    await ctx.use(mailPort).send({
      to: recipient.email,
      subject: say(locale, newPasswordTexts, 'subject', { organization_name }),
      dedupe_key: `identity.new-password:${attempt.id}`,
      ...renderLetter(letter),
    })
  },
})
