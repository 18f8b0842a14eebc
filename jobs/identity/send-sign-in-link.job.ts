import { createElement } from 'react'
import { emailJob } from '#jobs/email-job.ts'
import { makeSignInLinks } from '#modules/identity/entry.ts'
import { signInLinkRequested } from '#modules/identity/facts.ts'
import { pathTo } from '#platform/path-to.ts'
import { localText } from '#platform/texts.ts'
import { SignInLinkEmail, signInLinkEmail, signInLinkTexts } from './sign-in-link.mail.tsx'

/**
 * Sends the links to sign in for a request, if there are accounts with its address. A copy after a crash contains other
 * links, which work, too.
 */
export const sendSignInLinkEmail = emailJob(signInLinkEmail, {
  on: signInLinkRequested,
  retries: 'default',
  async find(ctx, { sign_in_link_request_id }) {
    const signInLinks = await makeSignInLinks(ctx, sign_in_link_request_id)
    return signInLinks && { ...signInLinks, user_id: signInLinks.links[0]!.user_id }
  },
  write: ({ links, email, first_name, locale, organization_name }, siteUrl, { sign_in_link_request_id }) => ({
    about: { sign_in_link_request_id },
    to: email,
    subject: localText(locale, signInLinkTexts, 'subject', { organization_name }),
    email: createElement(SignInLinkEmail, {
      locale,
      organization_name,
      first_name,
      accounts: links.map((link) =>
        'reset' in link
          ? {
              loginid: link.loginid,
              code: null,
              href: siteUrl(pathTo('/change-password', { query: { token: link.reset } }), hostOf(link)),
            }
          : {
              loginid: link.loginid,
              code: link.code,
              href: siteUrl(pathTo('/login/link/open', { query: { token: link.token } }), hostOf(link)),
            },
      ),
    }),
  }),
  key: ({ sign_in_link_request_id }) => sign_in_link_request_id,
})

/** Links of people of parent organizations never lead to the own domain of the current one, which controls its name. */
const hostOf = ({ is_own }: { is_own: boolean }) => (is_own ? undefined : 'installation')
