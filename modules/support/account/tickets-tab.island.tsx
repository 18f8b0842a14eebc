import type { AccountPlace } from '#modules/identity/account/account-place.shared.ts'
import { lk_issue_status } from '#modules/support/lookups.shared.ts'
import { statusTone } from '#modules/support/tickets/status-tone.shared.ts'
import { label } from '#platform/lookups.ts'
import { pathTo } from '#platform/path-to.ts'
import { texts } from '#platform/texts.ts'
import type { ResponseOf } from '#platform/ui/api.ts'
import { Badge } from '#platform/ui/badge.tsx'
import { LinkButton } from '#platform/ui/button.tsx'
import { Empty } from '#platform/ui/empty.tsx'
import { island } from '#platform/ui/island.tsx'
import { ShowLoaded, useLoaded } from '#platform/ui/loaded.tsx'
import { useLocale, useShowDate, useTexts } from '#platform/ui/locale.tsx'
import { TextLink } from '#platform/ui/parts.tsx'
import { Table, TableCell, TableHead } from '#platform/ui/table.tsx'

const messages = texts({
  tickets: ['Support tickets', 'Solicitudes de soporte'],
  ticket: ['Ticket', 'Solicitud'],
  about: ['About', 'Asunto'],
  status: ['Status', 'Estado'],
  created: ['Created', 'Creada'],
  assignee: ['Assignee', 'Responsable'],
  none: ['No support tickets.', 'No hay solicitudes de soporte.'],
  noneText: [
    'Questions to support and their answers will appear here.',
    'Aquí aparecerán las preguntas a soporte y sus respuestas.',
  ],
  create: ['Create Ticket', 'Crear solicitud'],
})

type Tickets = ResponseOf<'/user/fetchTicketsByUserId'>
type Props = { place: AccountPlace; first: Tickets | null }

/** The tickets of a person, newest first. */
export default island('support/tickets-tab', { when: 'visible' }, TicketsTab)

function TicketsTab({ place, first }: Props) {
  const t = useTexts(messages)
  const locale = useLocale()
  const showDate = useShowDate()
  const query = { user_id: place.user_id ?? 0 }
  const loaded = useLoaded(first, (api) => api.GET('/user/fetchTicketsByUserId', { params: { query } }))
  const createButton = (
    <LinkButton href={pathTo('/support/center', { query: { new: true } })} variant="outline" size="sm">
      {t('create')}
    </LinkButton>
  )
  return (
    <ShowLoaded loaded={loaded}>
      {({ tickets }) =>
        tickets.length === 0 ? (
          <Empty title={t('none')} action={place.own && createButton}>
            {t('noneText')}
          </Empty>
        ) : (
          <Table label={t('tickets')} stacked>
            <thead>
              <tr>
                <TableHead>{t('ticket')}</TableHead>
                <TableHead>{t('about')}</TableHead>
                <TableHead>{t('status')}</TableHead>
                <TableHead>{t('assignee')}</TableHead>
                <TableHead>{t('created')}</TableHead>
              </tr>
            </thead>
            <tbody>
              {tickets.map((ticket) => (
                <tr key={ticket.issue_id}>
                  <TableCell label={t('ticket')}>
                    <TextLink href={pathTo('/support/:id', { id: ticket.chat_thread_id })}>
                      #{ticket.chat_thread_id}
                    </TextLink>
                  </TableCell>
                  <TableCell label={t('about')}>{ticket.issue_name}</TableCell>
                  <TableCell label={t('status')}>
                    <Badge tone={statusTone(ticket.lk_issue_status_id)}>
                      {label(lk_issue_status, ticket.lk_issue_status_id, locale)}
                    </Badge>
                  </TableCell>
                  <TableCell label={t('assignee')}>{ticket.assigned_entity_name ?? '—'}</TableCell>
                  <TableCell label={t('created')}>{showDate(ticket.created_at)}</TableCell>
                </tr>
              ))}
            </tbody>
          </Table>
        )
      }
    </ShowLoaded>
  )
}
