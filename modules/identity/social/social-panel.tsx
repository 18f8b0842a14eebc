import { useState } from 'react'
import { useProvedApi } from '#modules/identity/proof/prove-dialog.tsx'
import { ActionForm } from '#platform/ui/action-form.tsx'
import { AlertDialog } from '#platform/ui/alert-dialog.tsx'
import type { ResponseOf } from '#platform/ui/api.ts'
import { SubmitButton } from '#platform/ui/button.tsx'
import { Panel } from '#platform/ui/card.tsx'
import { ShowLoaded, useLoaded } from '#platform/ui/loaded.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { toast } from '#platform/ui/toast.ts'
import { providerLabels, socialTexts } from './social.texts.ts'

export type SocialState = ResponseOf<'/user/socialAccounts'>
type Name = SocialState['providers'][number]

/** The providers connected to the caller's account; nothing if none is offered. */
export function SocialPanel({ first = null }: { first?: SocialState | null }) {
  const t = useTexts(socialTexts)
  const loaded = useLoaded<SocialState>(first, (api) => api.GET('/user/socialAccounts'))
  return (
    <ShowLoaded loaded={loaded}>
      {({ providers, organization_provider, accounts }) =>
        providers.length === 0 ? null : (
          <Panel title={t('title')}>
            <p className="mb-3 text-muted-foreground">{t('lead')}</p>
            <ul className="grid divide-y">
              {providers.map((name) => (
                <ProviderItem
                  key={name}
                  name={name}
                  label={name === 'organization' ? (organization_provider ?? '') : providerLabels[name]}
                  account={accounts.find(({ provider }) => provider === name) ?? null}
                  onChange={loaded.reload}
                />
              ))}
            </ul>
          </Panel>
        )
      }
    </ShowLoaded>
  )
}

type ItemProps = { name: Name; label: string; account: SocialState['accounts'][number] | null; onChange: () => void }

function ProviderItem({ name, label: provider, account, onChange }: ItemProps) {
  const t = useTexts(socialTexts)
  const { call, busy, dialog } = useProvedApi()
  const [isConfirming, setIsConfirming] = useState(false)
  async function disconnect() {
    setIsConfirming(false)
    const response = await call((api) => api.POST('/user/unlinkSocial', { body: { social_via: name } }))
    if (!response.ok) return
    toast({ kind: 'success', text: t('disconnected', { provider }) })
    onChange()
  }
  /** The provider returns the browser to this page; the server first requires a recent proof. */
  async function connect() {
    const response = await call((api) => api.POST('/user/startLinkSocial', { body: { social_via: name } }))
    if (!response.ok) return
    const backHref = encodeURIComponent(location.pathname + location.search)
    location.assign(`${response.data.href}&redirect=${backHref}`)
  }
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2">
      <div className="min-w-0">
        <p className="font-semibold">{provider}</p>
        <p className="text-sm break-words text-muted-foreground">
          {account ? (account.email ?? t('connected')) : t('notConnected')}
        </p>
      </div>
      {account ? (
        <ActionForm action={`disconnect:${name}`} onSubmit={() => setIsConfirming(true)}>
          <SubmitButton variant="destructive-outline" size="sm" busy={busy}>
            {t('disconnect')}
          </SubmitButton>
        </ActionForm>
      ) : (
        <ActionForm action={`connect:${name}`} onSubmit={connect}>
          <SubmitButton variant="outline" size="sm" busy={busy}>
            {t('connect')}
          </SubmitButton>
        </ActionForm>
      )}
      <AlertDialog
        open={isConfirming}
        onClose={() => setIsConfirming(false)}
        title={t('askTitle', { provider })}
        confirm={t('disconnect')}
        onConfirm={disconnect}
        danger
      >
        {t('ask', { provider })}
      </AlertDialog>
      {dialog}
    </li>
  )
}
