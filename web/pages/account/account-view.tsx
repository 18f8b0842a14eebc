import type { ReactNode } from 'react'
import { accountWords, tabTexts } from '../../../modules/identity/account/account.texts.ts'
import { accountPath } from '../../../modules/identity/account/account-place.shared.ts'
import { mayRead, recipientOf, tabsOf } from '../../../modules/identity/account/account-tabs.shared.ts'
import CertificatesTab from '../../../modules/identity/account/certificates-tab.island.tsx'
import CoursesTab from '../../../modules/identity/account/courses-tab.island.tsx'
import DocumentsTab from '../../../modules/identity/account/documents-tab.island.tsx'
import EventsTab from '../../../modules/identity/account/events-tab.island.tsx'
import GeneralTab from '../../../modules/identity/account/general-tab.island.tsx'
import LaterTab from '../../../modules/identity/account/later-tab.island.tsx'
import LinkedTab from '../../../modules/identity/account/linked-tab.island.tsx'
import NotesTab from '../../../modules/identity/account/notes-tab.island.tsx'
import PaymentsTab from '../../../modules/identity/account/payments-tab.island.tsx'
import PermissionsTab from '../../../modules/identity/account/permissions-tab.island.tsx'
import SecurityTab from '../../../modules/identity/account/security-tab.island.tsx'
import { Banner } from '../../../platform/ui/banner.tsx'
import { useTexts } from '../../../platform/ui/locale.tsx'
import { Card, EmptyState } from '../../../platform/ui/parts.tsx'
import { Tabs } from '../../../platform/ui/tabs.tsx'
import { carry, type Frame } from '../../../platform/web/frame.ts'
import type { AccountShown } from './load-account.ts'

/** The tabs of an account as links, and the chosen one; what only shows something loads no script. */
export function AccountView({ place, details, shown, frame }: AccountShown & { frame: Frame }) {
  const t = useTexts(accountWords)
  const words = useTexts(tabTexts)
  const tabs = tabsOf(place, details?.can ?? null).map((name) => ({
    href: carry(frame, accountPath(place, name)),
    label: words(name),
    current: name === shown.tab,
  }))
  return (
    <div className="grid items-start gap-x-6 gap-y-4 lg:grid-cols-[12rem_minmax(0,1fr)]">
      <Tabs label={t('tabs')} tabs={tabs} side />
      {shown.tab === 'security' ? (
        <TabOf place={place} details={details} shown={shown} />
      ) : (
        <Card className="min-w-0">
          <h2 className="mb-4 text-xl font-semibold">{words(shown.tab)}</h2>
          <TabOf place={place} details={details} shown={shown} />
        </Card>
      )}
    </div>
  )
}

function TabOf(account: AccountShown): ReactNode {
  const t = useTexts(accountWords)
  const { place, details, shown } = account
  if (!details)
    return shown.tab === 'general' ? <GeneralTab place={place} first={null} /> : <EmptyState title={t('notYet')} />
  const may = mayRead(shown.tab, details.can)
  if (!may.allowed) return <Banner>{may.reason}</Banner>
  switch (shown.tab) {
    case 'general':
      return <GeneralTab place={place} first={details} />
    case 'security':
      return <SecurityTab place={place} person={recipientOf(details)} first={shown.first} />
    case 'linked':
      return <LinkedTab place={place} first={shown.first} />
    case 'payments':
      return <PaymentsTab.inner place={place} first={shown.first} />
    case 'courses':
      return <CoursesTab.inner place={place} first={shown.first} />
    case 'certificates':
      return <CertificatesTab.inner place={place} first={shown.first} />
    case 'documents':
      return <DocumentsTab place={place} first={shown.first} />
    case 'notes':
      return <NotesTab place={place} first={shown.first} />
    case 'events':
      return <EventsTab place={place} first={shown.first} />
    case 'permissions':
      return <PermissionsTab place={place} />
    default:
      return <LaterTab.inner tab={shown.tab} />
  }
}
