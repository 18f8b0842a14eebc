import { island } from '../../../platform/ui/island.tsx'
import { useLoaded } from '../../../platform/ui/loaded.tsx'
import { PasskeysPanel } from '../passkeys/passkeys-panel.tsx'
import type { FactorState } from '../two-factor/fetch-factors.ts'
import { TwoFactorPanel } from '../two-factor/two-factor-panel.tsx'
import type { AccountPlace } from './account-place.shared.ts'

type Props = { place: AccountPlace; first: FactorState | null }

/** The second factors of an account: the authenticator app with its recovery codes, and the passkeys. */
export default island('identity/two-factor-tab', { when: 'load' }, TwoFactorTab)

function TwoFactorTab({ place: { own, user_id }, first }: Props) {
  const whose = { user_id: user_id ?? 0, own }
  const factors = useLoaded<FactorState>(first, (api) =>
    api.GET('/user/secondFactors', { params: { query: { user_id: whose.user_id } } }),
  )
  return (
    <div className="grid gap-5">
      <TwoFactorPanel {...whose} factors={factors} />
      <PasskeysPanel own={own} factors={factors} />
    </div>
  )
}
