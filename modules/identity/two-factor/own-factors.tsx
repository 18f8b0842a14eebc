import { useState } from 'react'
import { useProvedApi } from '#modules/identity/proof/prove-dialog.tsx'
import { AlertDialog } from '#platform/ui/alert-dialog.tsx'
import { Button } from '#platform/ui/button.tsx'
import { Dialog } from '#platform/ui/dialog.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { toast } from '#platform/ui/toast.ts'
import type { FactorState } from './fetch-factors.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import { SetUpForm } from './set-up-form.tsx'
import { twoFactorTexts } from './two-factor.texts.ts'

type OwnFactorsProps = {
  state: FactorState
  codes: string[] | null
  onCodes: (codes: string[] | null) => void
  onChange: () => void
}

/** The caller's own second factor: set up, replace, turn off, new recovery codes. */
export function OwnFactors({ state, codes, onCodes, onChange }: OwnFactorsProps) {
  const t = useTexts(twoFactorTexts)
  const { call, busy, dialog } = useProvedApi()
  const [key, setKey] = useState<{ secret: string; qr: string } | null>(null)
  const [isConfirming, setIsConfirming] = useState(false)
  const { tfa_enabled, recovery_codes_left, required } = state

  async function begin() {
    const response = await call((api) => api.POST('/user/start2fa'))
    if (response.ok) setKey(response.data)
  }
  async function renew() {
    const response = await call((api) => api.POST('/user/renewRecoveryCodes'))
    if (!response.ok) return
    onCodes(response.data.recovery_codes)
    onChange()
  }
  async function turnOff() {
    setIsConfirming(false)
    const response = await call((api) => api.POST('/user/disable2fa'))
    if (!response.ok) return
    toast({ kind: 'success', text: t('disabled') })
    onChange()
  }
  function onConfirmed(codes: string[]) {
    setKey(null)
    onCodes(codes)
    toast({ kind: 'success', text: t('enabled') })
    onChange()
  }
  return (
    <div className="grid gap-3">
      <p className="text-muted-foreground">
        {t('lead')} {required && t('required')}
      </p>
      {tfa_enabled && <p>{t('codesLeft', { n: recovery_codes_left })}</p>}
      <div className="flex flex-wrap gap-2">
        <Button variant={tfa_enabled ? 'outline' : 'default'} busy={busy} onClick={begin}>
          {t(tfa_enabled ? 'replace' : 'setUp')}
        </Button>
        {tfa_enabled && (
          <>
            <Button variant="outline" busy={busy} onClick={renew}>
              {t('renew')}
            </Button>
            <Button variant="destructive-outline" busy={busy} onClick={() => setIsConfirming(true)}>
              {t('turnOff')}
            </Button>
          </>
        )}
      </div>
      <SetUpForm setUp={key} onClose={() => setKey(null)} onConfirmed={onConfirmed} />
      <NewCodes codes={codes} onClose={() => onCodes(null)} />
      <AlertDialog
        open={isConfirming}
        onClose={() => setIsConfirming(false)}
        title={t('turnOff')}
        confirm={t('turnOff')}
        onConfirm={turnOff}
        danger
      >
        {t('turnOffAsk')}
      </AlertDialog>
      {dialog}
    </div>
  )
}

/** Locked, so that codes that are shown only once are not closed by accident. */
function NewCodes({ codes, onClose }: { codes: string[] | null; onClose: () => void }) {
  const t = useTexts(twoFactorTexts)
  return (
    <Dialog
      open={codes !== null}
      onClose={onClose}
      title={t('codes')}
      actions={<Button onClick={onClose}>{t('kept')}</Button>}
      locked
    >
      {codes && <RecoveryCodes codes={codes} />}
    </Dialog>
  )
}
