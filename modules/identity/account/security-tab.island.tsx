import { island } from '../../../platform/ui/island.tsx'
import { PasskeysPanel } from '../passkeys/passkeys-panel.tsx'
import { SessionsPanel } from '../sessions/sessions-panel.tsx'
import { SocialPanel } from '../social/social-panel.tsx'
import type { FactorState } from '../two-factor/fetch-factors.ts'
import { TwoFactorPanel } from '../two-factor/two-factor-panel.tsx'
import type { AccountPlace } from './account-place.shared.ts'
import { ChangePassword } from './change-password.tsx'
import { type LinkRecipient, SendPasswordLink } from './send-password-link.tsx'

type Props = { place: AccountPlace; person: LinkRecipient; first: FactorState | null }

/** Password, second factor, passkeys, services to sign in by, and sessions. */
export default island('identity/security-tab', { when: 'load' }, SecurityTab)

function SecurityTab({ place: { own, user_id }, person, first }: Props) {
  const whose = { user_id: user_id ?? 0, own }
  return (
    <div className="grid gap-5">
      {own ? <ChangePassword /> : <SendPasswordLink {...person} />}
      <TwoFactorPanel {...whose} first={first} />
      <PasskeysPanel {...whose} first={first} />
      {own && <SocialPanel />}
      <SessionsPanel own={own} />
    </div>
  )
}
