import { useApi } from '#platform/ui/api.ts'
import { Button } from '#platform/ui/button.tsx'
import { Panel } from '#platform/ui/card.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { toast } from '#platform/ui/toast.ts'
import { securityTexts } from './security.texts.ts'

/** The recipient of the link. */
export type LinkRecipient = { name: string; email: string; loginid: string }

/** Staff send a person a link for setting a new password; they never set it themselves. */
export function SendPasswordLink({ name, email, loginid }: LinkRecipient) {
  const t = useTexts(securityTexts)
  const { call, busy } = useApi()
  const send = async () => {
    const response = await call((api) => api.POST('/user/resetPassword', { body: { loginid } }), {
      stay: true,
      quiet: true,
    })
    toast(response.ok ? { kind: 'success', text: t('sent', { email }) } : { kind: 'error', text: response.message })
  }
  return (
    <Panel title={t('set')}>
      <p className="mb-3 text-muted-foreground">{t('setLead', { name, email })}</p>
      <p className="scripted">
        <Button variant="outline" busy={busy} busyLabel={t('resetting')} onClick={send}>
          {t('send')}
        </Button>
      </p>
    </Panel>
  )
}
