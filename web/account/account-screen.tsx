import { lazy, Suspense, useState } from 'react'
import { Reason } from '#modules/identity/account/account-parts.shared.tsx'
import { type AccountPlace, accountPath, chargeLink, userLink } from '#modules/identity/account/account-place.shared.ts'
import { CopyUserLink } from '#modules/identity/account/copy-user-link.shared.tsx'
import { localize } from '#platform/texts.ts'
import { Empty } from '#platform/ui/empty.tsx'
import { Lines } from '#platform/ui/loaded.tsx'
import { useLocale, useTexts } from '#platform/ui/locale.tsx'
import { TextLink } from '#platform/ui/parts.tsx'
import { Tabs } from '#platform/ui/tabs.tsx'
import { accountWords } from './account.texts.ts'
import type { AccountTab, UserDetails } from './account-tab.ts'
import { accountTabs, mayRead, tabNamed, tabsOf } from './account-tabs.ts'

type ScreenProps = { place: AccountPlace; tab: string | null; details: UserDetails | null }

/** Tabs beside their content. An opened tab keeps its state while another one is shown. */
export function AccountScreen({ place, tab, details }: ScreenProps) {
  const t = useTexts(accountWords)
  const locale = useLocale()
  const [current, setCurrent] = useState(tabNamed(tab))
  const [opened, setOpened] = useState<readonly AccountTab[]>([current])
  const charge = details && chargeLink(place, details.can)
  const open = (tab: AccountTab) => {
    setCurrent(tab)
    if (!opened.includes(tab)) setOpened([...opened, tab])
  }
  const tabs = tabsOf(place, details?.can ?? null).map((tab) => ({
    one: tab,
    href: accountPath(place, tab.tab),
    label: localize(locale, tab.title),
    current: tab === current,
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
        {opened.map((candidate) => (
          <div key={candidate.tab} hidden={candidate !== current}>
            <Content place={place} tab={candidate} details={details} />
          </div>
        ))}
      </div>
    </div>
  )
}

const islands = new Map(accountTabs.map((tab) => [tab, lazy(tab.island)]))

type ContentProps = { place: AccountPlace; tab: AccountTab; details: UserDetails | null }

/** One tab: its content, the reason for having none, or the hint to create the person first. */
function Content({ place, tab, details }: ContentProps) {
  const t = useTexts(accountWords)
  const locale = useLocale()
  if (!details && tab !== accountTabs[0]) return <Empty title={t('notYet')} />
  const may = mayRead(tab, details?.can ?? null)
  if (!may.allowed) return <Reason>{may.reason}</Reason>
  const Part = islands.get(tab)!
  return (
    <Suspense fallback={<Lines />}>
      <Part place={place} first={null} {...(details && tab.props?.({ details, locale, link: (href) => href }))} />
    </Suspense>
  )
}
