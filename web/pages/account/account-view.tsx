import type { ReactNode } from 'react'
import { accountWords, tabTexts } from '../../../modules/identity/account/account.texts.ts'
import {
  type AccountPlace,
  type AccountTab,
  accountPath,
} from '../../../modules/identity/account/account-place.shared.ts'
import { mayRead, recipientOf, tabsOf, userLink } from '../../../modules/identity/account/account-tabs.shared.ts'
import CertificatesTab from '../../../modules/identity/account/certificates-tab.island.tsx'
import CopyUserLink from '../../../modules/identity/account/copy-user-link.island.tsx'
import CoursesTab from '../../../modules/identity/account/courses-tab.island.tsx'
import DocumentsTab from '../../../modules/identity/account/documents-tab.island.tsx'
import EventsTab from '../../../modules/identity/account/events-tab.island.tsx'
import GeneralTab from '../../../modules/identity/account/general-tab.island.tsx'
import LaterTab from '../../../modules/identity/account/later-tab.island.tsx'
import LinkedTab from '../../../modules/identity/account/linked-tab.island.tsx'
import NotesTab from '../../../modules/identity/account/notes-tab.island.tsx'
import OwnGeneral from '../../../modules/identity/account/own-general.island.tsx'
import PaymentsTab from '../../../modules/identity/account/payments-tab.island.tsx'
import PermissionsTab from '../../../modules/identity/account/permissions-tab.island.tsx'
import { Portrait } from '../../../modules/identity/account/portrait.shared.tsx'
import { profileOptions } from '../../../modules/identity/account/profile-options.shared.ts'
import { roleNames } from '../../../modules/identity/account/role-names.shared.ts'
import SecurityTab from '../../../modules/identity/account/security-tab.island.tsx'
import TheirFactorsTab from '../../../modules/identity/account/their-factors-tab.island.tsx'
import TwoFactorTab from '../../../modules/identity/account/two-factor-tab.island.tsx'
import { Banner } from '../../../platform/ui/banner.tsx'
import { LinkButton } from '../../../platform/ui/button.tsx'
import { useTexts } from '../../../platform/ui/locale.tsx'
import { Card, EmptyState } from '../../../platform/ui/parts.tsx'
import { Tabs } from '../../../platform/ui/tabs.tsx'
import { type FormState, freshForm } from '../../../platform/web/form.ts'
import { carry, type Frame } from '../../../platform/web/frame.ts'
import { BillingTab } from './billing-tab.tsx'
import type { AccountShown, UserDetails } from './load-account.ts'
import { settingsTexts } from './settings.texts.ts'

/** Tabs made of panels, each with a heading of its own. */
const ofPanels: readonly AccountTab[] = ['security', 'two-factor']

type ViewProps = AccountShown & { frame: Frame; form?: FormState }

/** The tabs of an account as links, and the chosen one; what only shows something loads no script. */
export function AccountView({ place, details, shown, frame, form = freshForm }: ViewProps) {
  const t = useTexts(accountWords)
  const words = useTexts(tabTexts)
  const tabs = tabsOf(place, details?.can ?? null).map((name) => ({
    href: carry(frame, accountPath(place, name)),
    label: words(name),
    current: name === shown.tab,
  }))
  return (
    <div className="grid items-start gap-x-6 gap-y-4 lg:grid-cols-[14rem_minmax(0,1fr)]">
      <Tabs label={t('tabs')} tabs={tabs} side />
      {ofPanels.includes(shown.tab) ? (
        <TabOf place={place} details={details} shown={shown} frame={frame} form={form} />
      ) : (
        <Card className="min-w-0">
          <h2 className="mb-4 text-xl font-semibold">{words(shown.tab)}</h2>
          <TabOf place={place} details={details} shown={shown} frame={frame} form={form} />
        </Card>
      )}
    </div>
  )
}

function TabOf({ place, details, shown, frame, form }: Required<ViewProps>): ReactNode {
  const t = useTexts(accountWords)
  if (!details)
    return shown.tab === 'general' ? <GeneralTab place={place} first={null} /> : <EmptyState title={t('notYet')} />
  const may = mayRead(shown.tab, details.can)
  if (!may.allowed) return <Banner>{may.reason}</Banner>
  switch (shown.tab) {
    case 'general':
      return place.own ? (
        <General details={details} place={place} frame={frame} form={form} />
      ) : (
        <GeneralTab place={place} first={details} />
      )
    case 'security':
      return <SecurityTab own={place.own} person={recipientOf(details)} first={shown.first} />
    case 'two-factor':
      return place.own ? <TwoFactorTab first={shown.first} /> : <TheirFactorsTab place={place} first={shown.first} />
    case 'linked':
      return <LinkedTab place={place} first={shown.first} roles={roleNames(frame.locale)} />
    case 'billing':
      return <BillingTab methods={details.data.payment} own={place.own} frame={frame} />
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

type GeneralProps = { details: UserDetails; place: AccountPlace; frame: Frame; form: FormState }

/** The own picture, which has a page of its own, and the profile. */
function General({ details, place, frame, form }: GeneralProps) {
  const t = useTexts(settingsTexts)
  const { user } = details.data
  return (
    <div className="grid gap-6">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <p className="flex flex-wrap items-center gap-4">
          <Portrait person={user} />
          {details.can.update.allowed && (
            <LinkButton href={carry(frame, '/settings/picture')} look="secondary" size="small">
              {t(user.profile_pic ? 'changePicture' : 'choosePicture')}
            </LinkButton>
          )}
        </p>
        <CopyUserLink path={userLink(place)} />
      </div>
      <OwnGeneral
        first={details}
        options={profileOptions(frame.locale)}
        refused={{ values: form.values, errors: form.errors }}
      />
    </div>
  )
}
