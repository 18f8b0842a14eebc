import { useState } from 'react'
import { StatusChip } from '../../../platform/ui/chip.tsx'
import { type Loaded, ShowLoaded } from '../../../platform/ui/loaded.tsx'
import { useTexts } from '../../../platform/ui/locale.tsx'
import { Panel } from '../../../platform/ui/parts.tsx'
import type { FactorState } from './fetch-factors.ts'
import { OwnFactors } from './own-factors.tsx'
import { TheirFactors } from './their-factors.tsx'
import { twoFactorTexts } from './two-factor.texts.ts'

type TwoFactorPanelProps = { user_id: number; own: boolean; factors: Loaded<FactorState> }

/** Two-factor authentication of the own account, or what staff may see of somebody else's and reset. */
export function TwoFactorPanel({ user_id, own, factors: loaded }: TwoFactorPanelProps) {
  const t = useTexts(twoFactorTexts)
  // A set-up that has just ended still shows its recovery codes while the state is read again.
  const [codes, setCodes] = useState<string[] | null>(null)
  const on = loaded.data?.tfa_enabled
  return (
    <Panel
      title={t('title')}
      actions={on !== undefined && <StatusChip tone={on ? 'green' : 'grey'}>{t(on ? 'on' : 'off')}</StatusChip>}
    >
      <ShowLoaded loaded={loaded}>
        {(state) =>
          own ? (
            <OwnFactors state={state} codes={codes} onCodes={setCodes} onChange={loaded.reload} />
          ) : (
            <TheirFactors user_id={user_id} state={state} onChange={loaded.reload} />
          )
        }
      </ShowLoaded>
    </Panel>
  )
}
