import { type FormEvent, type UIEvent, useEffect, useRef, useState } from 'react'
import { decodeMessage, encodeMessage } from '#modules/support/tickets/encoding.shared.ts'
import { pathTo } from '#platform/path-to.ts'
import { callApi, type ResponseOf } from '#platform/ui/api.ts'
import { Button } from '#platform/ui/button.tsx'
import { Checkbox } from '#platform/ui/checkbox.tsx'
import { cn } from '#platform/ui/cn.ts'
import { useDraft } from '#platform/ui/draft.ts'
import { SelectField, TextareaField } from '#platform/ui/field.tsx'
import { useLive } from '#platform/ui/live.ts'
import { ShowLoaded, useLoaded } from '#platform/ui/loaded.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { TextLink, Unseen } from '#platform/ui/parts.tsx'
import { RelativeTime } from '#platform/ui/relative-time.tsx'
import { chatTexts } from './chat.texts.ts'
import { ThreadView } from './thread-view.tsx'
import { useCountUnread } from './use-count-unread.ts'
import { useOwnChannels } from './use-own-channels.ts'

/** The panel's view: the list, a new ticket, or a thread. */
export type PanelView = { mode: 'list' } | { mode: 'create' } | { mode: 'thread'; chat_thread_id: number }
type Row = ResponseOf<'/support/searchTicket'>['data'][number]

const defaultCategory = 2

type TicketList = ResponseOf<'/support/searchTicket'>

/** The newest tickets, or the form for a first ticket if there are none. */
export function PanelList({ show }: { show: (next: PanelView) => void }) {
  const loaded = useLoaded<TicketList>(null, (api) => api.GET('/support/searchTicket'))
  return (
    <ShowLoaded loaded={loaded}>
      {(first) => (first.data.length === 0 ? <NewTicket show={show} /> : <Tickets first={first} show={show} />)}
    </ShowLoaded>
  )
}

/** The distance in pixels from the end of the list at which the next page is loaded. */
const loadDistance = 250

function Tickets({ first, show }: { first: TicketList; show: (next: PanelView) => void }) {
  const t = useTexts(chatTexts)
  const [rows, setRows] = useState(first.data)
  const page = useRef(1)
  const busy = useRef(false)

  async function loadMore({ currentTarget: { scrollHeight, scrollTop, clientHeight } }: UIEvent<HTMLDivElement>) {
    const isFarFromEnd = scrollHeight - scrollTop - clientHeight > loadDistance
    if (isFarFromEnd || busy.current || page.current >= first.totalPages) return
    busy.current = true
    const query = { page: page.current + 1 }
    const response = await callApi((api) => api.GET('/support/searchTicket', { params: { query } }), { quiet: true })
    busy.current = false
    if (!response.ok) return
    page.current += 1
    // A ticket with new messages in the meantime may be listed again.
    setRows((before) => {
      const listedIds = new Set(before.map(({ issue_id }) => issue_id))
      return [...before, ...response.data.data.filter(({ issue_id }) => !listedIds.has(issue_id))]
    })
  }

  return (
    <div className="relative grid min-h-0 flex-1 content-start overflow-y-auto" onScroll={loadMore}>
      <p className="figures px-4 py-2 text-sm text-muted-foreground">
        {t('counts', { n: first.totalTickets, m: first.totalUnread })}
      </p>
      <ul className="divide-y border-y">
        {rows.map((row) => (
          <li key={row.issue_id}>
            <RowButton row={row} show={show} />
          </li>
        ))}
      </ul>
      <p className="px-4 py-3">
        <TextLink href={pathTo('/support', { query: { view: 'list' } })}>{t('allTickets')}</TextLink>
      </p>
    </div>
  )
}

/** The hints after which the number of unread tickets may have changed. */
const countingHints: ReadonlySet<string> = new Set(['new', 'message', 'status', 'assigned', 'read'])
/** The period in milliseconds in which hints lead to only one count. */
const countDelayMs = 2_000

/** Keeps the number of unread tickets up to date while the chat is minimized. */
export function PanelCount(): null {
  const countUnread = useCountUnread()
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useEffect(() => {
    void countUnread()
    return () => {
      clearTimeout(timer.current)
      timer.current = undefined
    }
  }, [countUnread])
  function scheduleCount() {
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      void countUnread()
    }, countDelayMs)
  }
  useLive(useOwnChannels(), scheduleCount, ({ type }) => {
    if (countingHints.has(type)) scheduleCount()
  })
  return null
}

/** Shortcuts to up to five threads that were opened recently. */
export function PanelRecent({
  view,
  show,
  canWrite,
}: {
  view: PanelView
  show: (next: PanelView) => void
  canWrite: boolean
}) {
  const t = useTexts(chatTexts)
  const openThreadId = view.mode === 'thread' ? view.chat_thread_id : null
  const [rows, setRows] = useState<readonly Row[]>([])
  useEffect(() => {
    void loadRecent(canWrite ? openThreadId : null).then(setRows)
  }, [openThreadId, canWrite])
  const otherRows = rows.filter(({ chat_thread_id }) => chat_thread_id !== openThreadId)
  if (otherRows.length === 0) return null
  return (
    <ul aria-label={t('recent')} className="flex gap-2 border-b px-3 py-1">
      {otherRows.map((row) => {
        const name = row.issue_name || t('untitled')
        return (
          <li key={row.chat_thread_id}>
            <button
              type="button"
              title={name}
              aria-label={t('openRecent', { name, n: row.chat_thread_id })}
              onClick={() => show({ mode: 'thread', chat_thread_id: row.chat_thread_id })}
              className={cn(
                'grid size-11 place-items-center rounded-full border bg-muted font-semibold hover:bg-accent',
                row.unread_ind === 1 && 'border-primary',
              )}
            >
              {name.slice(0, 1).toUpperCase()}
            </button>
          </li>
        )
      })}
    </ul>
  )
}

async function loadRecent(open: number | null): Promise<readonly Row[]> {
  if (open !== null) await setRecent(open, true)
  const response = await callApi((api) => api.GET('/chat/recent'), { quiet: true })
  return response.ok ? response.data.data : []
}

export const setRecent = (chat_thread_id: number, open: boolean) =>
  callApi((api) => api.POST('/chat/recent', { body: { chat_thread_id, open } }), { quiet: true })

function RowButton({ row, show }: { row: Row; show: (next: PanelView) => void }) {
  const t = useTexts(chatTexts)
  const preview = row.lastMessage ? decodeMessage(row.lastMessage) : row.chat_attachment_id ? t('image') : ''
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
      <span className="truncate text-sm text-muted-foreground">{preview}</span>
      <RelativeTime at={row.lastMessageDate} className="figures text-sm text-muted-foreground" />
    </button>
  )
}

/** A thread, which is loaded again each time it is opened. */
export function PanelThread({ chat_thread_id, canWrite }: { chat_thread_id: number; canWrite: boolean }) {
  const query = { chat_thread_id }
  const loaded = useLoaded<ResponseOf<'/support/fetchTicketChatHistory'>>(null, (api) =>
    api.GET('/support/fetchTicketChatHistory', { params: { query } }),
  )
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <ShowLoaded loaded={loaded}>
        {({ data }) => <ThreadView first={data[0]!} staff={null} canWrite={canWrite} panel />}
      </ShowLoaded>
    </div>
  )
}

type TicketOptions = ResponseOf<'/support/categories'>

/** The form for a new ticket, with the organization's options. */
export function NewTicket({ show }: { show: (next: PanelView) => void }) {
  const loaded = useLoaded<TicketOptions>(null, (api) => api.GET('/support/categories'))
  return <ShowLoaded loaded={loaded}>{(options) => <TicketForm options={options} show={show} />}</ShowLoaded>
}

/** The id of the course that is open behind the panel. */
const findOpenCourseId = () => Number(/^\/course\/(\d+)(?:\/|$)/.exec(location.pathname)?.[1])

function TicketForm({ options, show }: { options: TicketOptions; show: (next: PanelView) => void }) {
  const t = useTexts(chatTexts)
  const [client_id] = useState(() => crypto.randomUUID())
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | undefined>()
  const [details, setDetails] = useDraft('new ticket')

  const courses = options.courses.map(({ student_course_id, course_name }) => ({
    value: student_course_id,
    label: course_name,
  }))
  const categories = options.data.map((category) => ({
    value: category.lk_issue_category_id,
    label: category.category_name,
  }))

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const text = details.trim()
    if (!text) return setError(t('detailsMissing'))
    setBusy(true)
    const course = options.courses.find(({ student_course_id }) => student_course_id === Number(form.get('course')))
    const body = {
      details: encodeMessage(text),
      category_id: Number(form.get('category_id')),
      ...(course && { course_id: course.course_id }),
      notifyEmail: form.get('notifyEmail') === '1',
      client_id,
    }
    const response = await callApi((api) => api.POST('/support/createSupportTicket', { body }))
    setBusy(false)
    if (!response.ok) return
    setDetails('')
    show({ mode: 'thread', chat_thread_id: response.data.data.chat_thread_id })
  }

  return (
    <form onSubmit={submit} className="grid content-start gap-3 overflow-y-auto p-4">
      <p className="text-sm text-muted-foreground">{options.notice.closed ?? options.notice.hours}</p>
      <SelectField
        label={t('about')}
        name="category_id"
        defaultValue={categories.some(({ value }) => value === defaultCategory) ? defaultCategory : undefined}
        options={categories}
      />
      {courses.length > 0 && (
        <SelectField
          label={t('course')}
          name="course"
          defaultValue={courses.find(({ value }) => value === findOpenCourseId())?.value ?? ''}
          placeholder={t('noCourse')}
          options={courses}
        />
      )}
      <TextareaField
        label={t('details')}
        name="details"
        rows={5}
        maxLength={5_000}
        error={error}
        value={details}
        onChange={(event) => setDetails(event.target.value)}
      />
      <Checkbox name="notifyEmail" value="1" defaultChecked label={t('notify')} />
      <Button type="submit" busy={busy}>
        {t('send')}
      </Button>
    </form>
  )
}
