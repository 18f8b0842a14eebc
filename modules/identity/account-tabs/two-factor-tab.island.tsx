import { useState } from 'react'
import { PasskeysPanel } from '#modules/identity/passkeys/passkeys-panel.tsx'
import type { FactorState } from '#modules/identity/two-factor/fetch-factors.ts'
import { OwnFactors } from '#modules/identity/two-factor/own-factors.tsx'
import { TwoFactorPanel } from '#modules/identity/two-factor/two-factor-panel.tsx'
import { island } from '#platform/ui/island.tsx'
import { useLoaded } from '#platform/ui/loaded.tsx'

/** The person's own second factors: the authenticator app with its recovery codes, and passkeys. */
export default island('identity/two-factor-tab', { when: 'load' }, TwoFactorTab)

function TwoFactorTab({ first }: { first: FactorState | null }) {
  const factors = useLoaded<FactorState>(first, (api) => api.GET('/user/secondFactors'))
  // A completed setup still shows its recovery codes while the state is reloaded.
  const [codes, setCodes] = useState<string[] | null>(null)
  return (
    <div className="grid gap-5">
      <TwoFactorPanel factors={factors}>
        {(state) => <OwnFactors state={state} codes={codes} onCodes={setCodes} onChange={factors.reload} />}
      </TwoFactorPanel>
      <PasskeysPanel own factors={factors} />
    </div>
  )
}
