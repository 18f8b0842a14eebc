import { type ComponentType, lazy, Suspense } from 'react'
import { Lines } from '../../../platform/ui/loaded.tsx'
import { useLocale, useTexts } from '../../../platform/ui/locale.tsx'
import { EmptyState } from '../../../platform/ui/parts.tsx'
import { accountWords } from './account.texts.ts'
import { Reason } from './account-parts.tsx'
import type { AccountPlace, AccountTab } from './account-place.shared.ts'
import { mayRead, recipientOf } from './account-tabs.shared.ts'
import { roleNames } from './role-names.shared.ts'
import { SavedCards } from './saved-cards.shared.tsx'
import type { UserDetails } from './user-details.ts'

// Each tab is a chunk of its own, loaded when it is opened.
const General = lazy(() => import('./general-tab.island.tsx'))
const Security = lazy(() => import('./security-tab.island.tsx'))
const Linked = lazy(() => import('./linked-tab.island.tsx'))
const Permissions = lazy(() => import('./permissions-tab.island.tsx'))
const Later = lazy(() => import('./later-tab.island.tsx'))

type TabProps = { place: AccountPlace; first: null }
const lists = {
  'two-factor': lazy<ComponentType<TabProps>>(() => import('./their-factors-tab.island.tsx')),
  payments: lazy<ComponentType<TabProps>>(() => import('./payments-tab.island.tsx')),
  courses: lazy<ComponentType<TabProps>>(() => import('./courses-tab.island.tsx')),
  certificates: lazy<ComponentType<TabProps>>(() => import('./certificates-tab.island.tsx')),
  documents: lazy<ComponentType<TabProps>>(() => import('./documents-tab.island.tsx')),
  notes: lazy<ComponentType<TabProps>>(() => import('./notes-tab.island.tsx')),
  events: lazy<ComponentType<TabProps>>(() => import('./events-tab.island.tsx')),
}

type Props = { place: AccountPlace; tab: AccountTab; details: UserDetails | null }

/** One tab of the dialog: what it shows, why it shows nothing, or that the person must be created first. */
export function AccountTabPart({ place, tab, details }: Props) {
  const t = useTexts(accountWords)
  if (tab !== 'general' && !details) return <EmptyState title={t('notYet')} />
  const may = mayRead(tab, details?.can ?? null)
  if (!may.allowed) return <Reason>{may.reason}</Reason>
  return (
    <Suspense fallback={<Lines />}>
      <Part place={place} tab={tab} details={details} />
    </Suspense>
  )
}

function Part({ place, tab, details }: Props) {
  const locale = useLocale()
  if (tab === 'general' || !details) return <General place={place} first={details} />
  if (tab === 'security') return <Security own={place.own} person={recipientOf(details)} first={null} />
  if (tab === 'linked') return <Linked place={place} first={null} roles={roleNames(locale)} />
  if (tab === 'permissions') return <Permissions place={place} />
  if (tab === 'billing') return <SavedCards methods={details.data.payment} own={place.own} />
  if (tab === 'tickets') return <Later tab={tab} />
  const List = lists[tab]
  return <List place={place} first={null} />
}
