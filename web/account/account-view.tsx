import type { ReactNode } from 'react'
import { accountPath, userLink } from '#modules/identity/account/account-place.shared.ts'
import CopyUserLink from '#modules/identity/account/copy-user-link.island.tsx'
import { Portrait } from '#modules/identity/pictures/portrait.shared.tsx'
import OwnGeneral from '#modules/identity/profile/form/own-general.island.tsx'
import { profileOptions } from '#modules/identity/profile/form/profile-options.shared.ts'
import { pathTo } from '#platform/path-to.ts'
import { localize } from '#platform/texts.ts'
import { Alert } from '#platform/ui/alert.tsx'
import { LinkButton } from '#platform/ui/button.tsx'
import { Card } from '#platform/ui/card.tsx'
import { Empty } from '#platform/ui/empty.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { Tabs } from '#platform/ui/tabs.tsx'
import { type FormState, freshForm } from '#platform/web/form.ts'
import { type Frame, withCarriedParams } from '#platform/web/frame.ts'
import { settingsTexts } from '#web/pages/account/settings.texts.ts'
import { accountWords } from './account.texts.ts'
import type { UserDetails } from './account-tab.ts'
import { mayRead, tabsOf } from './account-tabs.ts'
import type { AccountShown } from './load-account.ts'

type ViewProps = { account: AccountShown; frame: Frame; form?: FormState }

/** The tabs of an account as links, and the selected one. */
export function AccountView({ account, frame, form = freshForm }: ViewProps) {
  const t = useTexts(accountWords)
  const { place, details, tab } = account
  const tabs = tabsOf(place, details?.can ?? null).map((candidate) => ({
    href: withCarriedParams(frame, accountPath(place, candidate.tab)),
    label: localize(frame.locale, candidate.title),
    current: candidate === tab,
  }))
  return (
    <div className="grid items-start gap-x-6 gap-y-4 lg:grid-cols-[14rem_minmax(0,1fr)]">
      <Tabs label={t('tabs')} tabs={tabs} side />
      {tab.panels ? (
        <Content account={account} frame={frame} form={form} />
      ) : (
        <Card className="min-w-0">
          <h2 className="mb-4 text-xl font-semibold">{localize(frame.locale, tab.title)}</h2>
          <Content account={account} frame={frame} form={form} />
        </Card>
      )}
    </div>
  )
}

function Content({ account, frame, form }: Required<ViewProps>): ReactNode {
  const t = useTexts(accountWords)
  const { place, details, tab, Island, first } = account
  if (!details) return tab.tab === 'general' ? <Island place={place} first={null} /> : <Empty title={t('notYet')} />
  const may = mayRead(tab, details.can)
  if (!may.allowed) return <Alert>{may.reason}</Alert>
  if (place.own && tab.tab === 'general')
    return <General account={account} details={details} frame={frame} form={form} />
  const Part = tab.script === 'none' ? Island.inner : Island
  const overrides = tab.props?.({ details, locale: frame.locale, link: (href) => withCarriedParams(frame, href) })
  return <Part place={place} first={first} {...overrides} />
}

type GeneralProps = Required<ViewProps> & { details: UserDetails }

/** The profile, and the profile picture, which has its own page. */
function General({ account, details, frame, form }: GeneralProps) {
  const t = useTexts(settingsTexts)
  const { user } = details.data
  return (
    <div className="grid gap-6">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <p className="flex flex-wrap items-center gap-4">
          <Portrait person={user} />
          {details.can.update.allowed && (
            <LinkButton href={withCarriedParams(frame, pathTo('/settings/picture'))} variant="outline" size="sm">
              {t(user.profile_pic ? 'changePicture' : 'choosePicture')}
            </LinkButton>
          )}
        </p>
        <CopyUserLink path={userLink(account.place)} />
      </div>
      <OwnGeneral
        first={details}
        options={profileOptions(frame.locale)}
        refused={{ values: form.values, errors: form.errors }}
      />
    </div>
  )
}
