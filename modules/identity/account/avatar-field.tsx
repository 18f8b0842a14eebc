import { lazy, Suspense, useRef, useState } from 'react'
import { useApi } from '../../../platform/ui/api.ts'
import { Button } from '../../../platform/ui/button.tsx'
import { ConfirmDialog } from '../../../platform/ui/dialog.tsx'
import { useTexts } from '../../../platform/ui/locale.tsx'
import { toast } from '../../../platform/ui/toast.ts'
import { avatarTexts } from './avatar.texts.ts'
import type { Allowed, UserDetails } from './user-details.ts'

const AvatarCrop = lazy(() => import('./avatar-crop.tsx'))

const largest = 10 * 1024 * 1024

type Props = { user: UserDetails['data']['user']; may: Allowed; onChange: () => Promise<void> }

/** The picture of a person: choose, cut, replace, remove. */
export function AvatarField({ user, may, onChange }: Props) {
  const t = useTexts(avatarTexts)
  const [chosen, setChosen] = useState<File | null>(null)
  const [removing, setRemoving] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const { call, busy } = useApi()
  const name = `${user.first_name} ${user.last_name}`.trim() || user.loginid
  const take = (file: File | undefined) => {
    if (input.current) input.current.value = ''
    if (!file) return
    if (file.size > largest) toast({ kind: 'error', text: t('tooLarge') })
    else setChosen(file)
  }
  const remove = async () => {
    const answer = await call((api) => api.DELETE('/user/avatar', { body: { user_id: user.user_id } }))
    setRemoving(false)
    if (answer.ok) await onChange()
  }
  const uploaded = async () => {
    setChosen(null)
    await onChange()
  }
  return (
    <div className="flex flex-wrap items-center gap-4">
      <Portrait user={user} name={name} />
      {may.allowed && (
        <div className="grid gap-1 scripted">
          <div className="flex flex-wrap gap-2">
            <input
              ref={input}
              type="file"
              hidden
              accept="image/png,image/jpeg,image/gif"
              aria-label={t('choose')}
              onChange={({ currentTarget }) => take(currentTarget.files?.[0])}
            />
            <Button look="secondary" size="small" onClick={() => input.current?.click()}>
              {t(user.profile_pic ? 'change' : 'choose')}
            </Button>
            {user.profile_pic && (
              <Button look="quiet" size="small" onClick={() => setRemoving(true)}>
                {t('remove')}
              </Button>
            )}
          </div>
          <p className="text-sm text-muted">{t('hint')}</p>
        </div>
      )}
      {chosen && (
        <Suspense fallback={null}>
          <AvatarCrop file={chosen} user_id={user.user_id} onClose={() => setChosen(null)} onDone={uploaded} />
        </Suspense>
      )}
      <ConfirmDialog
        open={removing}
        onClose={() => setRemoving(false)}
        title={t('removeTitle')}
        confirm={t('remove')}
        onConfirm={remove}
        busy={busy}
        danger
      >
        {t('removeText', { name })}
      </ConfirmDialog>
    </div>
  )
}

function Portrait({ user, name }: { user: Props['user']; name: string }) {
  const t = useTexts(avatarTexts)
  if (user.profile_pic)
    return (
      <img
        src={user.profile_pic}
        alt={t('picture', { name })}
        width={80}
        height={80}
        className="size-20 rounded-full object-cover"
      />
    )
  return (
    <span
      role="img"
      aria-label={t('noPicture')}
      className="grid size-20 place-items-center rounded-full bg-brand-soft text-2xl font-bold text-brand-ink uppercase"
    >
      {user.first_name.charAt(0)}
      {user.last_name.charAt(0)}
    </span>
  )
}
