import { use, useCallback, useEffect, useState } from 'react'
import { AccountContext } from '#modules/identity/account/account-context.shared.ts'
import type { AccountPlace } from '#modules/identity/account/account-place.shared.ts'
import { recipientOf } from '#modules/identity/account/display-name.shared.ts'
import { ProfileSkeleton } from '#modules/identity/profile/form/profile-skeleton.shared.tsx'
import { useRefreshGrid } from '#platform/grid/grid-changes.shared.ts'
import { AlertDialog } from '#platform/ui/alert-dialog.tsx'
import { Dialog } from '#platform/ui/dialog.tsx'
import { ShowLoaded, useLoaded } from '#platform/ui/loaded.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { UnsavedContext } from '#platform/ui/unsaved.ts'
import { accountWords, newTitles } from './account.texts.ts'
import { AccountScreen } from './account-screen.tsx'
import type { UserDetails } from './account-tab.ts'

type Props = {
  place: AccountPlace
  /** The initially open tab. */
  tab: string | null
  onClose: () => void
  onCreated: (place: AccountPlace) => void
}

/** A person's account in a dialog above the current page. */
export default function AccountDialog({ place, tab, onClose, onCreated }: Props) {
  const t = useTexts(accountWords)
  const { unsaved, hear: reportUnsaved } = useUnsavedForms()
  const page = use(AccountContext)
  const refreshGrid = useRefreshGrid()
  const [asking, setAsking] = useState(false)
  const [name, setName] = useState('')
  const title = place.user_id === null ? t(newTitles[place.kind]) : name || t('account')
  const handleCreated = (place: AccountPlace) => {
    refreshGrid()
    onCreated(place)
  }
  const onChanged = (user_id: number, name: string) => {
    refreshGrid()
    page.changed(user_id, name)
  }
  return (
    <UnsavedContext value={reportUnsaved}>
      <AccountContext value={{ created: handleCreated, changed: onChanged }}>
        <Dialog
          open
          guarded={false}
          roomy
          width="large"
          title={title}
          onClose={() => (unsaved ? setAsking(true) : onClose())}
        >
          {place.user_id === null ? (
            <AccountScreen place={place} tab={tab} details={null} />
          ) : (
            <Saved key={place.user_id} place={place} user_id={place.user_id} tab={tab} onName={setName} />
          )}
          <AlertDialog
            open={asking}
            onClose={() => setAsking(false)}
            title={t('leaveTitle')}
            confirm={t('leaveNow')}
            onConfirm={onClose}
            danger
          >
            {t('leave', { name: title })}
          </AlertDialog>
        </Dialog>
      </AccountContext>
    </UnsavedContext>
  )
}

/** The dialog's forms with unsaved changes. */
function useUnsavedForms() {
  const [forms, setForms] = useState<ReadonlySet<string>>(new Set())
  const reportUnsaved = useCallback((form: string, unsaved: boolean) => {
    setForms((before) => {
      const after = new Set(before)
      if (unsaved) after.add(form)
      else after.delete(form)
      return after
    })
  }, [])
  return { unsaved: forms.size > 0, hear: reportUnsaved }
}

type SavedProps = { place: AccountPlace; user_id: number; tab: string | null; onName: (name: string) => void }

function Saved({ place, user_id, tab, onName }: SavedProps) {
  const account = use(AccountContext)
  const loaded = useLoaded<UserDetails>(null, (api) => api.GET('/user/{id}', { params: { path: { id: user_id } } }))
  const { data: details } = loaded
  const name = details ? recipientOf(details).name : ''
  useEffect(() => onName(name), [name, onName])
  const onChanged = (id: number, name: string) => {
    account.changed(id, name)
    void loaded.reload()
  }
  return (
    <AccountContext value={{ created: () => {}, changed: onChanged }}>
      <ShowLoaded loaded={loaded} shape={<ProfileSkeleton />}>
        {(details) => <AccountScreen place={place} tab={tab} details={details} />}
      </ShowLoaded>
    </AccountContext>
  )
}
