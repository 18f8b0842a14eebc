import { fetchOrganizationSecurity } from '../../../modules/identity/index.ts'
import StaffTwoFactor from '../../../modules/identity/two-factor/staff-two-factor.island.tsx'
import { admin, signedIn } from '../../../platform/permissions.ts'
import { useTexts } from '../../../platform/ui/locale.tsx'
import { PageTitle, Panel, TextLink } from '../../../platform/ui/parts.tsx'
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
  async load({ ctx, query }) {
    const [account, security] = await Promise.all([
      loadOwnAccount(ctx, query.tab),
      admin.gate(ctx.actor) ? fetchOrganizationSecurity.run(ctx, {}) : null,
    ])
    return { account, security }
  },
  view: (loaded, { frame }) => <Settings {...loaded} frame={frame} />,
})

type Security = { staff_2fa_required: boolean }
type SettingsProps = { account: AccountShown; security: Security | null; frame: Frame }

function Settings({ account, security, frame }: SettingsProps) {
  const t = useTexts(settingsTexts)
  return (
    <>
      <PageTitle>{t('settings')}</PageTitle>
      {security && <SystemSettings security={security} frame={frame} />}
      <WithoutScripts frame={frame} />
      <AccountView {...account} frame={frame} />
    </>
  )
}

/** What an Admin sets for the whole organization. */
function SystemSettings({ security, frame }: { security: Security; frame: Frame }) {
  const t = useTexts(settingsTexts)
  return (
    <Panel title={t('system')} className="mb-5">
      <ul className="mb-2">
        <li>
          <TextLink href={carry(frame, '/manage/permissions')}>{t('defaultPermissions')}</TextLink>{' '}
          <span className="text-sm text-muted">{t('defaultPermissionsText')}</span>
        </li>
      </ul>
      <StaffTwoFactor required={security.staff_2fa_required} />
    </Panel>
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
