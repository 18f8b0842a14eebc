import { useState } from 'react'
import { dateFormat } from '#platform/locale-format.ts'
import { ActionForm } from '#platform/ui/action-form.tsx'
import { AlertDialog } from '#platform/ui/alert-dialog.tsx'
import { useApi } from '#platform/ui/api.ts'
import { Badge } from '#platform/ui/badge.tsx'
import { SubmitButton } from '#platform/ui/button.tsx'
import { Panel } from '#platform/ui/card.tsx'
import { ShowLoaded, useLoaded } from '#platform/ui/loaded.tsx'
import { useLocale, useTexts, useZone } from '#platform/ui/locale.tsx'
import type { OwnSession } from './own-sessions.ts'
import { methodTexts, sessionTexts } from './sessions.texts.ts'

export type Sessions = { sessions: OwnSession[] }

/** The owner's sessions, and a way to end them. */
export function SessionsPanel({ first = null }: { first?: Sessions | null }) {
  const t = useTexts(sessionTexts)
  const loaded = useLoaded<Sessions>(first, (api) => api.GET('/user/sessions'))
  return (
    <Panel title={t('title')}>
      <ShowLoaded loaded={loaded}>
        {({ sessions }) => (
          <div className="grid gap-3">
            <p className="text-muted-foreground">{t('lead')}</p>
            <ul className="grid divide-y">
              {sessions.map((session) => (
                <Session key={session.session_id} session={session} onEnded={loaded.reload} />
              ))}
            </ul>
            {sessions.length > 1 && <EndOthers onEnded={loaded.reload} />}
          </div>
        )}
      </ShowLoaded>
    </Panel>
  )
}

function Session({ session, onEnded }: { session: OwnSession; onEnded: () => void }) {
  const t = useTexts(sessionTexts)
  const { call, busy } = useApi()
  const { session_id, current, network } = session
  const device = useDevice(session)
  async function end() {
    const response = await call((api) => api.DELETE('/user/session', { body: { session_id } }))
    if (response.ok || response.status === 404) onEnded()
  }
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-semibold">
          {device}
          {current && <Badge tone="green">{t('here')}</Badge>}
        </p>
        <Times session={session} />
        {network && <p className="figures text-sm text-muted-foreground">{network}</p>}
      </div>
      {!current && (
        <ActionForm action={`end:${session_id}`} onSubmit={end}>
          <SubmitButton variant="destructive-outline" size="sm" busy={busy} aria-label={t('endOf', { device })}>
            {t('end')}
          </SubmitButton>
        </ActionForm>
      )}
    </li>
  )
}

function useDevice({ browser, system }: OwnSession): string {
  const t = useTexts(sessionTexts)
  if (!system) return browser ?? t('unknown')
  return t('onSystem', { browser: browser ?? t('program'), system })
}

function Times({ session: { created_at, seen_at, method } }: { session: OwnSession }) {
  const t = useTexts(sessionTexts)
  const methodText = useTexts(methodTexts)
  const locale = useLocale()
  const zone = useZone()
  const methodKey = method in methodTexts ? (method as keyof typeof methodTexts) : 'password'
  return (
    <p className="text-sm text-muted-foreground">
      {t('seen', { date: formatInstant(seen_at, locale, zone) })}
      <br />
      {t('began', { date: formatInstant(created_at, locale, zone), method: methodText(methodKey) })}
    </p>
  )
}

/** Day and minute in the server's format, with the zone, so that both can be compared. */
const formatInstant = (iso: string, locale: string, timeZone: string) =>
  dateFormat(locale, {
    ...({ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' } as const),
    ...({ hourCycle: 'h23', timeZone, timeZoneName: 'short' } as const),
  }).format(new Date(iso))

function EndOthers({ onEnded }: { onEnded: () => void }) {
  const t = useTexts(sessionTexts)
  const { call, busy } = useApi()
  const [asking, setAsking] = useState(false)
  async function end() {
    setAsking(false)
    const response = await call((api) => api.POST('/user/sessions/end-others', {}))
    if (response.ok) onEnded()
  }
  return (
    <div>
      <ActionForm action="end-others" onSubmit={() => setAsking(true)}>
        <SubmitButton variant="outline" size="sm" busy={busy}>
          {t('endOthers')}
        </SubmitButton>
      </ActionForm>
      <AlertDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t('endOthers')}
        confirm={t('end')}
        onConfirm={end}
        danger
      >
        {t('ask')}
      </AlertDialog>
    </div>
  )
}
