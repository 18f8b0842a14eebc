import { useState } from 'react'
import { useProvedApi } from '#modules/identity/proof/prove-dialog.tsx'
import { AlertDialog } from '#platform/ui/alert-dialog.tsx'
import { Button } from '#platform/ui/button.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { toast } from '#platform/ui/toast.ts'
import type { FactorState } from './fetch-factors.ts'
import { theirFactorsTexts } from './their-factors.texts.ts'
import { twoFactorTexts } from './two-factor.texts.ts'

type TheirFactorsProps = { user_id: number; state: FactorState; onChange: () => void }

/** The staff view of a person's second factors, with help for a person who lost them. */
export function TheirFactors({ user_id, state, onChange }: TheirFactorsProps) {
  const t = useTexts(theirFactorsTexts)
  const sharedT = useTexts(twoFactorTexts)
  const { call, busy, dialog } = useProvedApi()
  const [isConfirming, setIsConfirming] = useState(false)
  const { tfa_enabled, passkeys, recovery_codes_left, required, can_reset } = state
  const hasFactors = tfa_enabled || passkeys.length > 0
  async function reset() {
    setIsConfirming(false)
    const response = await call((api) => api.POST('/user/reset2fa', { body: { user_id } }))
    if (!response.ok) return
    toast({ kind: 'success', text: t('wasReset') })
    onChange()
  }
  return (
    <div className="grid gap-3">
      {!hasFactors && <p className="text-muted-foreground">{t('noneOfTheirs')}</p>}
      {tfa_enabled && <p>{sharedT('codesLeft', { n: recovery_codes_left })}</p>}
      {required && <p className="text-muted-foreground">{sharedT('required')}</p>}
      {hasFactors && can_reset && (
        <div>
          <Button variant="destructive-outline" busy={busy} onClick={() => setIsConfirming(true)}>
            {t('reset')}
          </Button>
        </div>
      )}
      <AlertDialog
        open={isConfirming}
        onClose={() => setIsConfirming(false)}
        title={t('resetTitle')}
        confirm={t('reset')}
        onConfirm={reset}
        danger
      >
        {t('resetAsk')}
      </AlertDialog>
      {dialog}
    </div>
  )
}
