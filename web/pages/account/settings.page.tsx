import { signedIn } from '../../../platform/permissions.ts'
import { useTexts } from '../../../platform/ui/locale.tsx'
import { PageTitle, TextLink } from '../../../platform/ui/parts.tsx'
import { carry, type Frame } from '../../../platform/web/frame.ts'
import { page } from '../../../platform/web/page.ts'
import { AccountView } from './account-view.tsx'
import { type AccountShown, loadOwnAccount } from './load-account.ts'
import { OwnLayout } from './own-layout.tsx'
import { settingsTexts } from './settings.texts.ts'

export default page({
  address: '/settings',
  title: settingsTexts.settings,
  may: signedIn,
  layout: OwnLayout,
  load: ({ ctx, query }) => loadOwnAccount(ctx, query.tab),
  view: (account, { frame }) => <Settings account={account} frame={frame} />,
})

function Settings({ account, frame }: { account: AccountShown; frame: Frame }) {
  const t = useTexts(settingsTexts)
  return (
    <>
      <PageTitle>{t('settings')}</PageTitle>
      {frame.user?.role === 'Admin' && <SystemSettings frame={frame} />}
      <WithoutScripts frame={frame} />
      <AccountView {...account} frame={frame} />
    </>
  )
}

/** What an Admin sets for the whole organization. */
function SystemSettings({ frame }: { frame: Frame }) {
  const t = useTexts(settingsTexts)
  return (
    <nav aria-label={t('system')} className="mb-5 rounded-lg border bg-surface px-5 py-3 shadow-card">
      <h2 className="text-lg font-semibold">{t('system')}</h2>
      <ul className="flex flex-wrap gap-x-6 gap-y-1">
        <li>
          <TextLink href={carry(frame, '/manage/permissions')}>{t('defaultPermissions')}</TextLink>{' '}
          <span className="text-sm text-muted">{t('defaultPermissionsText')}</span>
        </li>
      </ul>
    </nav>
  )
}

/** The two forms that work as plain pages too. */
function WithoutScripts({ frame }: { frame: Frame }) {
  const t = useTexts(settingsTexts)
  return (
    <noscript>
      <div className="mb-5 rounded-lg bg-yellow-soft px-4 py-3 text-yellow-ink">
        <p className="font-semibold">{t('needsScripts')}</p>
        <p>
          <TextLink href={carry(frame, '/about')}>{t('aboutInstead')}</TextLink>
        </p>
        <p>
          <TextLink href={carry(frame, '/change-password')}>{t('passwordInstead')}</TextLink>
        </p>
      </div>
    </noscript>
  )
}
