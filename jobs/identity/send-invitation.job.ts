import { createElement } from 'react'
import { findInvitationEmail, instructorInvited } from '../../modules/identity/index.ts'
import { siteUrlPort } from '../../platform/ports.ts'
import { job } from '../../platform/queue/job.ts'
import { say } from '../../platform/texts.ts'
import { emailPace, emailRetries, sendEmail } from '../send-email.ts'
import { InvitationEmail, invitationTexts } from './invitation.mail.tsx'

/** Sends the link of an invitation, unless it was taken back or used meanwhile. A second run sends the same link. */
export const sendInvitation = job({
  name: 'identity.send-invitation',
  on: instructorInvited,
  ...emailPace,
  retries: emailRetries,
  async run(ctx, { invitation_id }) {
    const found = await findInvitationEmail(ctx, invitation_id)
    if (!found) return
    const { token, expires_at, email, first_name, inviter, invited_by, locale, organization } = found
    const { organization_id, code, name: organization_name } = organization
    const href = ctx.use(siteUrlPort)(code, `/invitation/instructor?token=${token}`)
    await sendEmail(ctx, {
      name: 'identity.invitation',
      user_id: null,
      organization_id,
      about: { invitation_id },
      sender_id: invited_by,
      to: email,
      subject: say(locale, invitationTexts, 'subject', { organization_name }),
      email: createElement(InvitationEmail, { locale, organization_name, first_name, inviter, href }),
      dedupe_key: `identity.invitation:${invitation_id}:${expires_at.getTime()}`,
    })
  },
})
