import { useState } from 'react'
import { lk_audit_type } from '#modules/backoffice/lookups.shared.ts'
import type { AccountPlace } from '#modules/identity/account/account-place.shared.ts'
import { cellText } from '#platform/grid/cell.shared.ts'
import { label } from '#platform/lookups.ts'
import { pathTo } from '#platform/path-to.ts'
import { callApi, type ResponseOf, useApi } from '#platform/ui/api.ts'
import { Button, LinkButton } from '#platform/ui/button.tsx'
import { Empty } from '#platform/ui/empty.tsx'
import { island } from '#platform/ui/island.tsx'
import { ShowLoaded, useLoaded } from '#platform/ui/loaded.tsx'
import { useLocale, useTexts, useZone } from '#platform/ui/locale.tsx'
import { TextLink, Unseen } from '#platform/ui/parts.tsx'
import { Table, TableCell, TableHead } from '#platform/ui/table.tsx'
import { eventTexts } from './events.texts.ts'

type EventList = Pick<ResponseOf<'/user/eventhistory/fetch'>, 'data' | 'afterId'>

const limit = 20
const moment: Parameters<typeof cellText>[0] = { kind: 'instant', choices: [], precise: true }

/** Events by and about a person, newest first; emails can be sent again. */
export default island('backoffice/events-tab', { when: 'load' }, EventsTab)

function EventsTab({ place, first }: { place: AccountPlace; first: EventList | null }) {
  const t = useTexts(eventTexts)
  const user_id = place.user_id ?? 0
  const loaded = useLoaded<EventList>(first, (api) =>
    api.GET('/user/eventhistory/fetch', { params: { query: { user_id, limit } } }),
  )
  return (
    <ShowLoaded loaded={loaded}>
      {({ data, afterId }) =>
        data.length === 0 ? (
          <Empty title={t('none')}>{t('noneText')}</Empty>
        ) : (
          <Events user_id={user_id} start={{ data, afterId }} key={data[0]?.audit_id} />
        )
      }
    </ShowLoaded>
  )
}

/** The newest events, and older ones on request. */
function Events({ user_id, start }: { user_id: number; start: EventList }) {
  const t = useTexts(eventTexts)
  const [list, setList] = useState(start)
  const [busy, setBusy] = useState(false)
  const loadMore = async () => {
    setBusy(true)
    const query = { user_id, limit, after_id: list.afterId ?? '' }
    const response = await callApi((api) => api.GET('/user/eventhistory/fetch', { params: { query } }))
    setBusy(false)
    if (response.ok) setList({ ...response.data, data: [...list.data, ...response.data.data] })
  }
  return (
    <div className="grid gap-3">
      <p className="flex flex-wrap justify-end gap-2">
        <LinkButton href={pathTo('/manage/event-history/user/:user_id', { user_id })} variant="link" size="sm">
          {t('all')}
        </LinkButton>
        <LinkButton href={`/api/user/exportHistory?export=xlsx&user_id=${user_id}`} variant="outline" size="sm">
          {t('export')}
        </LinkButton>
      </p>
      <Table label={t('events')} stacked>
        <thead>
          <tr>
            <TableHead>{t('time')}</TableHead>
            <TableHead>{t('what')}</TableHead>
            <TableHead>{t('type')}</TableHead>
            <TableHead>{t('organization')}</TableHead>
            <TableHead>
              <Unseen>{t('actions')}</Unseen>
            </TableHead>
          </tr>
        </thead>
        <tbody>
          {list.data.map((event) => (
            <EventRow key={event.audit_id} event={event} />
          ))}
        </tbody>
      </Table>
      {list.afterId && (
        <p className="text-center">
          <Button variant="outline" size="sm" busy={busy} onClick={loadMore}>
            {t('more')}
          </Button>
        </p>
      )}
    </div>
  )
}

function EventRow({ event }: { event: EventList['data'][number] }) {
  const t = useTexts(eventTexts)
  const locale = useLocale()
  const zone = useZone()
  const { call, busy } = useApi()
  const { audit_id, description } = event
  return (
    <tr>
      <TableCell label={t('time')} className="figures whitespace-nowrap">
        <time dateTime={event.created_at}>{cellText(moment, event.created_at, locale, zone)}</time>
      </TableCell>
      <TableCell label={t('what')} className="min-w-60">
        {event.link ? <TextLink href={event.link}>{description}</TextLink> : description}
      </TableCell>
      <TableCell label={t('type')}>{label(lk_audit_type, event.lk_audit_type_id, locale)}</TableCell>
      <TableCell label={t('organization')}>{event.organization_name}</TableCell>
      <TableCell className="text-end">
        {event.resendable && (
          <Button
            variant="link"
            size="sm"
            className="scripted"
            aria-label={t('resendOf', { what: description })}
            busy={busy}
            onClick={() => void call((api) => api.POST('/user/resendEmail', { body: { audit_id } }))}
          >
            {t('resend')}
          </Button>
        )}
      </TableCell>
    </tr>
  )
}
