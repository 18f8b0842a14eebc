import { island } from '../../../platform/ui/island.tsx'
import { SessionsPanel } from '../sessions/sessions-panel.tsx'
import { SocialPanel } from '../social/social-panel.tsx'
import { ChangePassword } from './change-password.tsx'
import { type LinkRecipient, SendPasswordLink } from './send-password-link.tsx'

type Props = { own: boolean; person: LinkRecipient }

/** Password, services to sign in by, and sessions. */
export default island('identity/security-tab', { when: 'load' }, SecurityTab)

function SecurityTab({ own, person }: Props) {
  if (!own) return <SendPasswordLink {...person} />
  return (
    <div className="grid gap-5">
      <ChangePassword />
      <SocialPanel />
      <SessionsPanel />
    </div>
  )
}
