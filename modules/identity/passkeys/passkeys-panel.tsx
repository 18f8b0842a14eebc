import { useState } from 'react'
import { useProvedApi } from '#modules/identity/proof/prove-dialog.tsx'
import type { FactorState } from '#modules/identity/two-factor/fetch-factors.ts'
import { dateFormat } from '#platform/locale-format.ts'
import { AlertDialog } from '#platform/ui/alert-dialog.tsx'
import { Button } from '#platform/ui/button.tsx'
import { Panel } from '#platform/ui/card.tsx'
import { type Loaded, ShowLoaded } from '#platform/ui/loaded.tsx'
import { useLocale, useTexts, useZone } from '#platform/ui/locale.tsx'
import { toast } from '#platform/ui/toast.ts'
import { AddPasskey } from './add-passkey.tsx'
import { passkeyTexts } from './passkeys.texts.ts'
import { RenamePasskey } from './rename-passkey.tsx'

type Passkey = FactorState['passkeys'][number]
type PasskeysPanelProps = { own: boolean; factors: Loaded<FactorState> }

/** The passkeys of an account; its owner adds, renames and removes them, staff only see that they exist. */
export function PasskeysPanel({ own, factors: loaded }: PasskeysPanelProps) {
  const t = useTexts(passkeyTexts)
  return (
    <Panel title={t('title')}>
      <ShowLoaded loaded={loaded}>
        {({ passkeys }) => (
          <div className="grid gap-3">
            {own && <p className="text-muted-foreground">{t('lead')}</p>}
            {passkeys.length === 0 && <p>{t('none')}</p>}
            <ul className="grid divide-y">
              {passkeys.map((passkey) => (
                <PasskeyItem key={passkey.passkey_id} passkey={passkey} own={own} onChange={loaded.reload} />
              ))}
            </ul>
            {own && <AddPasskey onAdded={loaded.reload} />}
          </div>
        )}
      </ShowLoaded>
    </Panel>
  )
}

function PasskeyItem({ passkey, own, onChange }: { passkey: Passkey; own: boolean; onChange: () => void }) {
  const t = useTexts(passkeyTexts)
  const { call, busy, dialog } = useProvedApi()
  const [asking, setAsking] = useState<'rename' | 'remove' | null>(null)
  const { passkey_id, name } = passkey
  async function remove() {
    setAsking(null)
    const response = await call((api) => api.DELETE('/user/passkey', { body: { passkey_id } }))
    if (!response.ok) return
    toast({ kind: 'success', text: t('removed') })
    onChange()
  }
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2">
      <div className="min-w-0">
        <p className="font-semibold break-words">{name}</p>
        <Dates passkey={passkey} />
      </div>
      {own && (
        <div className="flex gap-2">
          <Button variant="outline" size="sm" onClick={() => setAsking('rename')}>
            {t('rename')}
          </Button>
          <Button variant="destructive-outline" size="sm" busy={busy} onClick={() => setAsking('remove')}>
            {t('remove')}
          </Button>
        </div>
      )}
      {asking === 'rename' && <RenamePasskey passkey={passkey} onClose={() => setAsking(null)} onRenamed={onChange} />}
      <AlertDialog
        open={asking === 'remove'}
        onClose={() => setAsking(null)}
        title={t('removeTitle', { name })}
        confirm={t('remove')}
        onConfirm={remove}
        danger
      >
        {t('removeAsk')}
      </AlertDialog>
      {dialog}
    </li>
  )
}

function Dates({ passkey: { created_at, used_at, backed_up } }: { passkey: Passkey }) {
  const t = useTexts(passkeyTexts)
  const locale = useLocale()
  const timeZone = useZone()
  const showDate = (instant: string) =>
    dateFormat(locale, { year: 'numeric', month: '2-digit', day: '2-digit', timeZone }).format(new Date(instant))
  const facts = [
    t('createdAt', { date: showDate(created_at) }),
    used_at && t('usedAt', { date: showDate(used_at) }),
    backed_up && t('backedUp'),
  ]
  return <p className="text-sm text-muted-foreground">{facts.filter(Boolean).join(', ')}</p>
}
