import { lazy, Suspense, useRef, useState } from 'react'
import { displayName } from '#modules/identity/account/display-name.shared.ts'
import type { Allowed } from '#modules/identity/account/user-details.ts'
import { AlertDialog } from '#platform/ui/alert-dialog.tsx'
import { useApi } from '#platform/ui/api.ts'
import { Button } from '#platform/ui/button.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { toast } from '#platform/ui/toast.ts'
import { avatarTexts } from './avatar.texts.ts'
import { Portrait, type PortraitPerson } from './portrait.shared.tsx'

const AvatarCrop = lazy(() => import('./avatar-crop.tsx'))

const maxBytes = 10 * 1024 * 1024

type Props = { user: PortraitPerson; may: Allowed; onChange: () => Promise<void> }

/** A person's picture: choose, crop, replace, remove. */
export function AvatarField({ user, may, onChange }: Props) {
  const t = useTexts(avatarTexts)
  const [chosen, setChosen] = useState<File | null>(null)
  const [removing, setRemoving] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const { call, busy } = useApi()
  const chooseFile = (file: File | undefined) => {
    if (input.current) input.current.value = ''
    if (!file) return
    if (file.size > maxBytes) toast({ kind: 'error', text: t('tooLarge') })
    else setChosen(file)
  }
  const remove = async () => {
    const response = await call((api) => api.DELETE('/user/avatar', { body: { user_id: user.user_id } }))
    setRemoving(false)
    if (response.ok) await onChange()
  }
  const onUploaded = async () => {
    setChosen(null)
    await onChange()
  }
  return (
    <div className="flex flex-wrap items-center gap-4">
      <Portrait person={user} />
      {may.allowed && (
        <div className="grid gap-1 scripted">
          <div className="flex flex-wrap gap-2">
            <input
              ref={input}
              type="file"
              hidden
              accept="image/png,image/jpeg,image/gif,image/webp"
              aria-label={t('choose')}
              onChange={({ currentTarget }) => chooseFile(currentTarget.files?.[0])}
            />
            <Button variant="outline" size="sm" onClick={() => input.current?.click()}>
              {t(user.profile_pic ? 'change' : 'choose')}
            </Button>
            {user.profile_pic && (
              <Button variant="link" size="sm" onClick={() => setRemoving(true)}>
                {t('remove')}
              </Button>
            )}
          </div>
          <p className="text-sm text-muted-foreground">{t('hint')}</p>
        </div>
      )}
      {chosen && (
        <Suspense fallback={null}>
          <AvatarCrop file={chosen} user_id={user.user_id} onClose={() => setChosen(null)} onDone={onUploaded} />
        </Suspense>
      )}
      <AlertDialog
        open={removing}
        onClose={() => setRemoving(false)}
        title={t('removeTitle')}
        confirm={t('remove')}
        onConfirm={remove}
        busy={busy}
        danger
      >
        {t('removeText', { name: displayName(user) })}
      </AlertDialog>
    </div>
  )
}
