import type { AccountPlace } from '#modules/identity/account/account-place.shared.ts'
import { PersonalDataLink } from '#modules/identity/account/personal-data-link.tsx'
import { ChangePassword } from '#modules/identity/passwords/change-password-form.tsx'
import { type LinkRecipient, SendPasswordLink } from '#modules/identity/passwords/send-password-link.tsx'
import { type Sessions, SessionsPanel } from '#modules/identity/sessions/sessions-panel.tsx'
import { SocialPanel, type SocialState } from '#modules/identity/social/social-panel.tsx'
import { island } from '#platform/ui/island.tsx'

type Props = { place: AccountPlace; person: LinkRecipient; first: SecurityState | null }

/** The owner's part of the account's security, in addition to the password. */
type SecurityState = { social: SocialState; sessions: Sessions }

/** Password, connected services and sessions. */
export default island('identity/security-tab', { when: 'load' }, SecurityTab)

function SecurityTab({ place, person, first }: Props) {
  if (!place.own)
    return (
      <div className="grid gap-5">
        <SendPasswordLink {...person} />
        <PersonalDataLink {...place} />
      </div>
    )
  return (
    <div className="grid gap-5">
      <ChangePassword />
      <SocialPanel first={first?.social} />
      <SessionsPanel first={first?.sessions} />
      <PersonalDataLink {...place} />
    </div>
  )
}
