import { useCallback, useEffect, useState } from 'react'
import { refreshGrid } from '../../../platform/grid/grid-changed.ts'
import { ConfirmDialog, Dialog } from '../../../platform/ui/dialog.tsx'
import { ShowLoaded, useLoaded } from '../../../platform/ui/loaded.tsx'
import { useTexts } from '../../../platform/ui/locale.tsx'
import { TextLink } from '../../../platform/ui/parts.tsx'
import { Tabs } from '../../../platform/ui/tabs.tsx'
import { UnsavedContext } from '../../../platform/ui/unsaved.ts'
import { accountWords, tabTexts } from './account.texts.ts'
import { AccountContext } from './account-context.ts'
import { type AccountPlace, type AccountTab, accountPath, newTitles } from './account-place.shared.ts'
import { AccountTabPart } from './account-tab.tsx'
import { chargeLink, recipientOf, tabsOf, userLink } from './account-tabs.shared.ts'
import { CopyUserLink } from './copy-user-link.tsx'
import { GeneralShape } from './general-parts.tsx'
import { showName } from './show-name.ts'
import type { UserDetails } from './user-details.ts'

type Props = {
  place: AccountPlace
  tab: AccountTab
  onClose: () => void
  onCreated: (place: AccountPlace) => void
}

/** The account of a person above the page that it was opened from. */
export default function AccountDialog({ place, tab, onClose, onCreated }: Props) {
  const t = useTexts(accountWords)
  const { unsaved, hear } = useUnsavedForms()
  const [asking, setAsking] = useState(false)
  const [name, setName] = useState('')
  const title = place.user_id === null ? t(newTitles[place.kind]) : name || t('account')
  const created = (made: AccountPlace) => {
    refreshGrid()
    onCreated(made)
  }
  return (
    <UnsavedContext value={hear}>
      <AccountContext value={{ created, changed: refreshGrid }}>
        <Dialog open roomy width="large" title={title} onClose={() => (unsaved ? setAsking(true) : onClose())}>
          {place.user_id === null ? (
            <Screen place={place} tab={tab} details={null} />
          ) : (
            <Saved key={place.user_id} place={place} user_id={place.user_id} tab={tab} onName={setName} />
          )}
          <ConfirmDialog
            open={asking}
            onClose={() => setAsking(false)}
            title={t('leaveTitle')}
            confirm={t('leaveNow')}
            onConfirm={onClose}
            danger
          >
            {t('leave', { name: title })}
          </ConfirmDialog>
        </Dialog>
      </AccountContext>
    </UnsavedContext>
  )
}

/** Which forms of the dialog hold something that is not saved. */
function useUnsavedForms() {
  const [forms, setForms] = useState<ReadonlySet<string>>(new Set())
  const hear = useCallback((form: string, unsaved: boolean) => {
    setForms((before) => {
      const after = new Set(before)
      if (unsaved) after.add(form)
      else after.delete(form)
      return after
    })
  }, [])
  return { unsaved: forms.size > 0, hear }
}

type SavedProps = { place: AccountPlace; user_id: number; tab: AccountTab; onName: (name: string) => void }

function Saved({ place, user_id, tab, onName }: SavedProps) {
  const loaded = useLoaded<UserDetails>(null, (api) => api.GET('/user/{id}', { params: { path: { id: user_id } } }))
  const { data: details } = loaded
  const name = details ? recipientOf(details).name : ''
  useEffect(() => onName(name), [name, onName])
  const changed = (id: number, shown: string) => {
    refreshGrid()
    showName(id, shown)
    void loaded.reload()
  }
  return (
    <AccountContext value={{ created: () => {}, changed }}>
      <ShowLoaded loaded={loaded} shape={<GeneralShape />}>
        {(shown) => <Screen place={place} tab={tab} details={shown} />}
      </ShowLoaded>
    </AccountContext>
  )
}

/** Tabs beside their content. A tab that was opened stays as it is while another one is looked at. */
function Screen({ place, tab, details }: { place: AccountPlace; tab: AccountTab; details: UserDetails | null }) {
  const t = useTexts(accountWords)
  const words = useTexts(tabTexts)
  const [current, setCurrent] = useState(tab)
  const [opened, setOpened] = useState<readonly AccountTab[]>([tab])
  const names = tabsOf(place, details?.can ?? null)
  const charge = details && chargeLink(place, details.can)
  const open = (name: AccountTab) => {
    setCurrent(name)
    if (!opened.includes(name)) setOpened([...opened, name])
  }
  const tabs = names.map((name) => ({
    name,
    href: accountPath(place, name),
    label: words(name),
    current: name === current,
  }))
  return (
    <div className="grid items-start gap-x-6 gap-y-4 text-[0.9375rem] lg:grid-cols-[14rem_minmax(0,1fr)]">
      <div className="grid gap-3 lg:sticky lg:top-0">
        <Tabs label={t('tabs')} tabs={tabs} side onSelect={({ name }) => open(name)} />
        {details && (
          <p className="flex flex-wrap items-center gap-x-3 text-sm lg:grid lg:justify-items-start">
            <CopyUserLink path={userLink(place)} />
            {charge && (
              <TextLink href={charge} className="px-3 py-1">
                {t('charge')}
              </TextLink>
            )}
            <TextLink href={accountPath(place, current)} className="px-3 py-1">
              {t('openPage')}
            </TextLink>
          </p>
        )}
      </div>
      <div className="min-w-0 pb-3">
        {opened.map((name) => (
          <div key={name} hidden={name !== current}>
            <AccountTabPart place={place} tab={name} details={details} />
          </div>
        ))}
      </div>
    </div>
  )
}
