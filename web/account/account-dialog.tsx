import { lazy, Suspense, use, useCallback, useEffect, useState } from 'react'
import { AccountContext } from '../../modules/identity/account/account-context.shared.ts'
import { Reason } from '../../modules/identity/account/account-parts.shared.tsx'
import {
  type AccountPlace,
  accountPath,
  chargeLink,
  userLink,
} from '../../modules/identity/account/account-place.shared.ts'
import { CopyUserLink } from '../../modules/identity/account/copy-user-link.shared.tsx'
import { GeneralShape } from '../../modules/identity/account/general-shape.shared.tsx'
import { recipientOf } from '../../modules/identity/account/shown-name.shared.ts'
import { refreshGrid } from '../../platform/grid/grid-changed.ts'
import { pick } from '../../platform/texts.ts'
import { ConfirmDialog, Dialog } from '../../platform/ui/dialog.tsx'
import { Lines, ShowLoaded, useLoaded } from '../../platform/ui/loaded.tsx'
import { useLocale, useTexts } from '../../platform/ui/locale.tsx'
import { EmptyState, TextLink } from '../../platform/ui/parts.tsx'
import { Tabs } from '../../platform/ui/tabs.tsx'
import { UnsavedContext } from '../../platform/ui/unsaved.ts'
import { accountWords, newTitles } from './account.texts.ts'
import type { AccountTab, UserDetails } from './account-tab.ts'
import { accountTabs, mayRead, tabNamed, tabsOf } from './account-tabs.ts'

type Props = {
  place: AccountPlace
  /** The name of the tab that is opened first. */
  tab: string | null
  onClose: () => void
  onCreated: (place: AccountPlace) => void
}

/** The account of a person above the page that it was opened from. */
export default function AccountDialog({ place, tab, onClose, onCreated }: Props) {
  const t = useTexts(accountWords)
  const { unsaved, hear } = useUnsavedForms()
  const page = use(AccountContext)
  const [asking, setAsking] = useState(false)
  const [name, setName] = useState('')
  const title = place.user_id === null ? t(newTitles[place.kind]) : name || t('account')
  const created = (made: AccountPlace) => {
    refreshGrid()
    onCreated(made)
  }
  const changed = (user_id: number, shown: string) => {
    refreshGrid()
    page.changed(user_id, shown)
  }
  return (
    <UnsavedContext value={hear}>
      <AccountContext value={{ created, changed }}>
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

type SavedProps = { place: AccountPlace; user_id: number; tab: string | null; onName: (name: string) => void }

function Saved({ place, user_id, tab, onName }: SavedProps) {
  const around = use(AccountContext)
  const loaded = useLoaded<UserDetails>(null, (api) => api.GET('/user/{id}', { params: { path: { id: user_id } } }))
  const { data: details } = loaded
  const name = details ? recipientOf(details).name : ''
  useEffect(() => onName(name), [name, onName])
  const changed = (id: number, shown: string) => {
    around.changed(id, shown)
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

type ScreenProps = { place: AccountPlace; tab: string | null; details: UserDetails | null }

/** Tabs beside their content. A tab that was opened stays as it is while another one is looked at. */
function Screen({ place, tab, details }: ScreenProps) {
  const t = useTexts(accountWords)
  const locale = useLocale()
  const [current, setCurrent] = useState(tabNamed(tab))
  const [opened, setOpened] = useState<readonly AccountTab[]>([current])
  const charge = details && chargeLink(place, details.can)
  const open = (one: AccountTab) => {
    setCurrent(one)
    if (!opened.includes(one)) setOpened([...opened, one])
  }
  const tabs = tabsOf(place, details?.can ?? null).map((one) => ({
    one,
    href: accountPath(place, one.tab),
    label: pick(locale, one.title),
    current: one === current,
  }))
  return (
    <div className="grid items-start gap-x-6 gap-y-4 text-[0.9375rem] lg:grid-cols-[14rem_minmax(0,1fr)]">
      <div className="grid gap-3 lg:sticky lg:top-0">
        <Tabs label={t('tabs')} tabs={tabs} side onSelect={({ one }) => open(one)} />
        {details && (
          <p className="flex flex-wrap items-center gap-x-3 text-sm lg:grid lg:justify-items-start">
            <CopyUserLink path={userLink(place)} />
            {charge && (
              <TextLink href={charge} className="px-3 py-1">
                {t('charge')}
              </TextLink>
            )}
            <TextLink href={accountPath(place, current.tab)} className="px-3 py-1">
              {t('openPage')}
            </TextLink>
          </p>
        )}
      </div>
      <div className="min-w-0 pb-3">
        {opened.map((one) => (
          <div key={one.tab} hidden={one !== current}>
            <Content place={place} tab={one} details={details} />
          </div>
        ))}
      </div>
    </div>
  )
}

const islands = new Map(accountTabs.map((tab) => [tab, lazy(tab.island)]))

type ContentProps = { place: AccountPlace; tab: AccountTab; details: UserDetails | null }

/** One tab: what it shows, why it shows nothing, or that the person must be created first. */
function Content({ place, tab, details }: ContentProps) {
  const t = useTexts(accountWords)
  const locale = useLocale()
  if (!details && tab !== accountTabs[0]) return <EmptyState title={t('notYet')} />
  const may = mayRead(tab, details?.can ?? null)
  if (!may.allowed) return <Reason>{may.reason}</Reason>
  const Part = islands.get(tab)!
  return (
    <Suspense fallback={<Lines />}>
      <Part place={place} first={null} {...(details && tab.props?.({ details, locale, link: (href) => href }))} />
    </Suspense>
  )
}
