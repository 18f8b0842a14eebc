import type { AccountPlace } from '#modules/identity/account/account-place.shared.ts'
import { PasskeysPanel } from '#modules/identity/passkeys/passkeys-panel.tsx'
import type { FactorState } from '#modules/identity/two-factor/fetch-factors.ts'
import { TheirFactors } from '#modules/identity/two-factor/their-factors.tsx'
import { TwoFactorPanel } from '#modules/identity/two-factor/two-factor-panel.tsx'
import { island } from '#platform/ui/island.tsx'
import { useLoaded } from '#platform/ui/loaded.tsx'

/** Someone's second factors, for staff. */
export default island('identity/their-factors-tab', { when: 'load' }, TheirFactorsTab)

function TheirFactorsTab({ place, first }: { place: AccountPlace; first: FactorState | null }) {
  const user_id = place.user_id ?? 0
  const query = { user_id }
  const factors = useLoaded<FactorState>(first, (api) => api.GET('/user/secondFactors', { params: { query } }))
  return (
    <div className="grid gap-5">
      <TwoFactorPanel factors={factors}>
        {(state) => <TheirFactors user_id={user_id} state={state} onChange={factors.reload} />}
      </TwoFactorPanel>
      <PasskeysPanel own={false} factors={factors} />
    </div>
  )
}
