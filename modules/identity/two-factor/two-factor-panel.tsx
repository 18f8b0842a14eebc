import type { ReactNode } from 'react'
import { Badge } from '#platform/ui/badge.tsx'
import { Panel } from '#platform/ui/card.tsx'
import { type Loaded, ShowLoaded } from '#platform/ui/loaded.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import type { FactorState } from './fetch-factors.ts'
import { twoFactorTexts } from './two-factor.texts.ts'

type TwoFactorPanelProps = { factors: Loaded<FactorState>; children: (state: FactorState) => ReactNode }

/** Two-factor authentication of an account: its state, and the reader's options. */
export function TwoFactorPanel({ factors, children }: TwoFactorPanelProps) {
  const t = useTexts(twoFactorTexts)
  const on = factors.data?.tfa_enabled
  return (
    <Panel
      title={t('title')}
      actions={on !== undefined && <Badge tone={on ? 'green' : 'gray'}>{t(on ? 'on' : 'off')}</Badge>}
    >
      <ShowLoaded loaded={factors}>{children}</ShowLoaded>
    </Panel>
  )
}
