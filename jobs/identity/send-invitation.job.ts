import { createElement } from 'react'
import { emailJob } from '#jobs/email-job.ts'
import { findInvitationEmail } from '#modules/identity/entry.ts'
import { instructorInvited } from '#modules/identity/facts.ts'
import { pathTo } from '#platform/path-to.ts'
import { localText } from '#platform/texts.ts'
import { InvitationEmail, invitationEmail, invitationTexts, invitationWords } from './invitation.mail.tsx'

/** Sends the link of an invitation, unless it has been withdrawn or used. A second run sends the same link. */
export const sendInvitation = emailJob(invitationEmail, {
  on: instructorInvited,
  async find(ctx, { invitation_id }) {
    const invitation = await findInvitationEmail(ctx, invitation_id)
    if (!invitation) return null
    const { organization_id, code: organization_code, name: organization_name } = invitation.organization
    return { ...invitation, user_id: null, organization_id, organization_code, organization_name }
  },
  write: (
    { token, email, first_name, manager_ind, auditor_ind, inviter, invited_by, locale, organization_name },
    siteUrl,
    { invitation_id },
  ) => ({
    about: { invitation_id },
    sender_id: invited_by,
    to: email,
    subject: localText(locale, invitationTexts, invitationWords({ manager_ind, auditor_ind }).subject, {
      organization_name,
    }),
    email: createElement(InvitationEmail, {
      locale,
      organization_name,
      first_name,
      manager_ind,
      auditor_ind,
      inviter,
      href: siteUrl(pathTo('/invitation/instructor', { query: { token } })),
    }),
  }),
  key: ({ invitation_id }, { expires_at }) => `${invitation_id}:${expires_at.getTime()}`,
})
