import { type FormEvent, useState } from 'react'
import { type AnswerOf, callApi } from '../../../platform/ui/api.ts'
import { Button } from '../../../platform/ui/button.tsx'
import { Checkbox } from '../../../platform/ui/checkbox.tsx'
import { SelectField, TextareaField } from '../../../platform/ui/field.tsx'
import { ShowLoaded, useLoaded } from '../../../platform/ui/loaded.tsx'
import { useShowInstant, useTexts } from '../../../platform/ui/locale.tsx'
import { TextLink, Unseen } from '../../../platform/ui/parts.tsx'
import { decodeMessage, encodeMessage } from '../messages/encoding.shared.ts'
import { chatTexts } from './chat.texts.ts'
import { ThreadView } from './thread-view.tsx'

/** What the panel shows: the list, a new ticket, or one thread. */
export type Shown = { mode: 'list' } | { mode: 'create' } | { mode: 'thread'; chat_thread_id: number }
type Row = AnswerOf<'/support/searchTicket'>['data'][number]

const usual = 2

/** The newest tickets; where there is none, the form for the first one. */
export function PanelList({ show }: { show: (next: Shown) => void }) {
  const t = useTexts(chatTexts)
  const loaded = useLoaded<AnswerOf<'/support/searchTicket'>>(null, (api) => api.GET('/support/searchTicket'))
  return (
    <div className="grid min-h-0 flex-1 content-start overflow-y-auto">
      <ShowLoaded loaded={loaded}>
        {({ data, totalTickets, totalUnread }) =>
          data.length === 0 ? (
            <NewTicket show={show} />
          ) : (
            <>
              <p className="figures px-4 py-2 text-sm text-muted-foreground">
                {t('counts', { n: totalTickets, m: totalUnread })}
              </p>
              <ul className="divide-y border-y">
                {data.map((row) => (
                  <li key={row.issue_id}>
                    <RowButton row={row} show={show} />
                  </li>
                ))}
              </ul>
              <p className="px-4 py-3">
                <TextLink href="/support?view=list">{t('allTickets')}</TextLink>
              </p>
            </>
          )
        }
      </ShowLoaded>
    </div>
  )
}

function RowButton({ row, show }: { row: Row; show: (next: Shown) => void }) {
  const t = useTexts(chatTexts)
  const showInstant = useShowInstant()
  const last = row.lastMessage ? decodeMessage(row.lastMessage) : row.chat_attachment_id ? t('image') : ''
  return (
    <button
      type="button"
      onClick={() => show({ mode: 'thread', chat_thread_id: row.chat_thread_id })}
      className="grid w-full gap-0.5 px-4 py-3 text-start hover:bg-muted"
    >
      <span className="flex items-center gap-2 font-semibold">
        {row.unread_ind === 1 && (
          <span className="size-2.5 shrink-0 rounded-full bg-primary">
            <Unseen>{t('unread')}</Unseen>
          </span>
        )}
        <span className="min-w-0 truncate">{row.issue_name || t('untitled')}</span>
      </span>
      <span className="truncate text-sm text-muted-foreground">{last}</span>
      <span className="figures text-sm text-muted-foreground">{showInstant(row.lastMessageDate)}</span>
    </button>
  )
}

/** A thread, asked for afresh each time that it is opened. */
export function PanelThread({ chat_thread_id, writes }: { chat_thread_id: number; writes: boolean }) {
  const query = { chat_thread_id }
  const loaded = useLoaded<AnswerOf<'/support/fetchTicketChatHistory'>>(null, (api) =>
    api.GET('/support/fetchTicketChatHistory', { params: { query } }),
  )
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <ShowLoaded loaded={loaded}>
        {({ data }) => <ThreadView first={data[0]!} staff={null} writes={writes} panel />}
      </ShowLoaded>
    </div>
  )
}

type Offered = AnswerOf<'/support/categories'>

/** The form of a new ticket, with what the organization offers. */
export function NewTicket({ show }: { show: (next: Shown) => void }) {
  const loaded = useLoaded<Offered>(null, (api) => api.GET('/support/categories'))
  return <ShowLoaded loaded={loaded}>{(offered) => <TicketForm offered={offered} show={show} />}</ShowLoaded>
}

function TicketForm({ offered, show }: { offered: Offered; show: (next: Shown) => void }) {
  const t = useTexts(chatTexts)
  const [client_id] = useState(() => crypto.randomUUID())
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | undefined>()

  const categories = offered.data.map((one) => ({ value: one.lk_issue_category_id, label: one.category_name }))

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const details = String(form.get('details') ?? '').trim()
    if (!details) return setError(t('detailsMissing'))
    setBusy(true)
    const body = {
      details: encodeMessage(details),
      category_id: Number(form.get('category_id')),
      notifyEmail: form.get('notifyEmail') === '1',
      client_id,
    }
    const answer = await callApi((api) => api.POST('/support/createSupportTicket', { body }))
    setBusy(false)
    if (answer.ok) show({ mode: 'thread', chat_thread_id: answer.data.data.chat_thread_id })
  }

  return (
    <form onSubmit={submit} className="grid content-start gap-3 overflow-y-auto p-4">
      <p className="text-sm text-muted-foreground">{offered.notice.closed ?? offered.notice.hours}</p>
      <SelectField
        label={t('about')}
        name="category_id"
        defaultValue={categories.some(({ value }) => value === usual) ? usual : undefined}
        options={categories}
      />
      <TextareaField label={t('details')} name="details" rows={5} maxLength={5_000} error={error} />
      <Checkbox name="notifyEmail" value="1" defaultChecked label={t('notify')} />
      <Button type="submit" busy={busy}>
        {t('send')}
      </Button>
    </form>
  )
}
