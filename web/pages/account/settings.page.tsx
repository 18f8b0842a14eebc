import { isAddressProven } from '#modules/identity/index.ts'
import { fetchOrganizationSecurity } from '#modules/identity/two-factor/organization-security.ts'
import StaffTwoFactor from '#modules/identity/two-factor/staff-two-factor.island.tsx'
import { listAccountNotices } from '#modules/learning/entry.ts'
import { pathTo } from '#platform/path-to.ts'
import { admin, signedIn, userOf } from '#platform/permissions.ts'
import { Alert, FormAlert } from '#platform/ui/alert.tsx'
import { Panel } from '#platform/ui/card.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { PageTitle, TextLink } from '#platform/ui/parts.tsx'
import type { FormState } from '#platform/web/form.ts'
import { type Frame, withCarriedParams } from '#platform/web/frame.ts'
import { page } from '#platform/web/page.ts'
import { AccountView } from '#web/account/account-view.tsx'
import { type AccountShown, loadOwnAccount } from '#web/account/load-account.ts'
import { SettingsCards, systemSettings } from '#web/pages/settings-cards.tsx'
import { ConfirmEmailPanel } from './confirm-email-panel.tsx'
import { runForm, toProof } from './enter.ts'
import { OwnLayout } from './own-layout.tsx'
import { settingsTexts } from './settings.texts.ts'
import { doAction } from './settings-actions.ts'

export default page({
  address: '/settings',
  title: settingsTexts.settings,
  may: signedIn,
  layout: OwnLayout,
  async load({ ctx, query }) {
    const [account, notices, security, proven] = await Promise.all([
      loadOwnAccount(ctx, query.tab),
      listAccountNotices(ctx, userOf(ctx).user_id),
      admin.gate(ctx.actor) ? fetchOrganizationSecurity.run(ctx, {}) : null,
      isAddressProven(ctx, userOf(ctx).user_id),
    ])
    return { account, notices, security, proven }
  },
  submit: ({ ctx, form, url }) =>
    runForm(ctx, form, () => doAction(ctx, form, url).catch((error) => toProof(error, url))),
  view: (data, { frame, form }) => <Settings {...data} frame={frame} form={form} />,
})

type Security = { staff_2fa_required: boolean }
type SettingsProps = {
  account: AccountShown
  /** The values of the account that an agency can't record. */
  notices: readonly string[]
  security: Security | null
  proven: boolean
  frame: Frame
  form: FormState
}

function Settings({ account, notices, security, proven, frame, form }: SettingsProps) {
  const t = useTexts(settingsTexts)
  return (
    <>
      <PageTitle>{t('settings')}</PageTitle>
      <FormAlert message={form.message} />
      {notices.map((notice) => (
        <Alert key={notice} variant="attention" className="mb-4">
          {notice}
        </Alert>
      ))}
      {account.tab.script === 'needed' && <WithoutScripts />}
      {!proven && account.tab.signsIn && account.details && (
        <ConfirmEmailPanel email={account.details.data.user.email} />
      )}
      <AccountView account={account} frame={frame} form={form} />
      {security && <SystemSettings security={security} frame={frame} />}
      {frame.drawer.some(({ href }) => href === systemSettings) && (
        <Panel title={t('organization')} className="mt-5">
          <SettingsCards frame={frame} />
        </Panel>
      )}
    </>
  )
}

/** An Admin's settings for the whole organization. */
function SystemSettings({ security, frame }: { security: Security; frame: Frame }) {
  const t = useTexts(settingsTexts)
  return (
    <Panel title={t('system')} className="mt-5">
      <ul className="mb-2">
        <li>
          <TextLink href={withCarriedParams(frame, pathTo('/manage/permissions'))}>{t('defaultPermissions')}</TextLink>{' '}
          <span className="text-sm text-muted-foreground">{t('defaultPermissionsText')}</span>
        </li>
      </ul>
      <StaffTwoFactor required={security.staff_2fa_required} />
    </Panel>
  )
}

function WithoutScripts() {
  const t = useTexts(settingsTexts)
  return (
    <noscript>
      <p className="mb-5 rounded-lg bg-yellow-soft px-4 py-3 text-yellow-ink">{t('needsScripts')}</p>
    </noscript>
  )
}
