import { useAtomValue } from 'jotai'
import { lazy, type Ref, Suspense, useEffect, useRef, useState } from 'react'
import { pathTo } from '#platform/path-to.ts'
import { cn } from '#platform/ui/cn.ts'
import { readDraft, storeDraft } from '#platform/ui/draft.ts'
import { island } from '#platform/ui/island.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { first, shared } from '#platform/ui/shared.tsx'
import { Spinner } from '#platform/ui/spinner.tsx'
import { chatTexts } from './chat.texts.ts'
import type { PanelView } from './chat-panel.tsx'
import { unreadTickets } from './unread-tickets.shared.ts'

type Props = {
  /** The number of tickets with unread messages at the time of rendering. */
  unread: number
  /** False while staff view as another person, when they can't write. */
  canWrite: boolean
  /** Whether to render an icon in a course's header instead of a bubble, which would cover the course's text. */
  inHeader: boolean
}

/**
 * Also the key under which an open chat stores its view; a stored view makes the next page hydrate the island without a
 * click.
 */
const islandName = 'support/chat-bubble'

/**
 * A link to the support center. With scripts it opens the chat on the page; the chat is loaded only then. An open chat
 * stays open at the same ticket on the tab's next pages, until it is minimized.
 */
export default island(
  islandName,
  { when: 'press', shares: shared(({ unread }: Props) => [first(unreadTickets, unread)]) },
  ChatBubble,
)

const PanelList = lazy(() => import('./chat-panel.tsx').then((panel) => ({ default: panel.PanelList })))
const PanelThread = lazy(() => import('./chat-panel.tsx').then((panel) => ({ default: panel.PanelThread })))
const PanelCount = lazy(() => import('./chat-panel.tsx').then((panel) => ({ default: panel.PanelCount })))
const PanelRecent = lazy(() => import('./chat-panel.tsx').then((panel) => ({ default: panel.PanelRecent })))
const NewTicket = lazy(() => import('./chat-panel.tsx').then((panel) => ({ default: panel.NewTicket })))

/** Positions the chat above a bar at the bottom of the page, which some pages have only on small screens. */
const cornerClass =
  'bottom-4 in-[body:has([data-bottom-bar=""])]:bottom-22 max-lg:in-[body:has([data-bottom-bar])]:bottom-22'
/** Positions the open chat of a course below its header. */
const belowHeaderClass = 'top-16 max-sm:top-22 in-[.viewing]:top-29 max-sm:in-[.viewing]:top-35'

function ChatBubble({ canWrite, inHeader }: Props) {
  const t = useTexts(chatTexts)
  const [open, setOpen] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)
  const unread = useAtomValue(unreadTickets)
  const [view, setView] = useState<PanelView>({ mode: 'list' })
  const panel = useRef<HTMLElement>(null)
  const bubble = useRef<HTMLAnchorElement>(null)
  const previousState = useRef({ open, view })
  useEffect(() => {
    if (wasOpened) storeDraft(islandName, open ? JSON.stringify(view) : '')
  }, [open, wasOpened, view])
  // Moves the focus to the new view, because the focused element is removed with the previous one.
  useEffect(() => {
    const previous = previousState.current
    previousState.current = { open, view }
    if (previous.open === open && previous.view === view) return
    if (open) panel.current?.focus()
    else bubble.current?.focus()
  }, [open, view])
  // Restores an open chat after hydration, because the server's HTML has none. Declared after the effect above, so that
  // the focus does not move.
  useEffect(() => {
    const view = parseView(readDraft(islandName))
    if (!view) return
    previousState.current = { open: true, view }
    setView(view)
    setWasOpened(true)
    setOpen(true)
  }, [])
  return (
    <aside data-chat="" aria-label={t('chatWithUs')} className="print:hidden">
      {open && (
        <section
          ref={panel}
          tabIndex={-1}
          aria-label={t('chatWithUs')}
          onKeyDown={(event) => {
            if (event.key === 'Escape' && !event.nativeEvent.isComposing && !event.defaultPrevented) setOpen(false)
          }}
          className={cn(
            '[view-transition-name:chat] fixed end-4 start-4 z-40 flex h-[min(39rem,75dvh)] flex-col overflow-hidden rounded-lg border bg-card shadow-over sm:start-auto sm:w-96',
            inHeader ? belowHeaderClass : cornerClass,
          )}
        >
          <PanelHeader view={view} show={setView} canWrite={canWrite} onMinimize={() => setOpen(false)} />
          <Suspense fallback={<Spinner />}>
            <PanelRecent view={view} show={setView} canWrite={canWrite} />
            {view.mode === 'list' && <PanelList show={setView} />}
            {view.mode === 'create' && <NewTicket show={setView} />}
            {view.mode === 'thread' && (
              <PanelThread key={view.chat_thread_id} chat_thread_id={view.chat_thread_id} canWrite={canWrite} />
            )}
          </Suspense>
        </section>
      )}
      {wasOpened && !open && (
        <Suspense fallback={null}>
          <PanelCount />
        </Suspense>
      )}
      {/* In a header the icon stays and closes the chat, so that its neighbors do not move. */}
      {(inHeader || !open) && (
        <Bubble
          ref={bubble}
          unread={unread}
          inHeader={inHeader}
          open={open}
          onPress={() => {
            setOpen(!open)
            setWasOpened(true)
          }}
        />
      )}
    </aside>
  )
}

/** Parses the stored view of an open chat; null if there is none. */
function parseView(text: string): PanelView | null {
  try {
    return text === '' ? null : (JSON.parse(text) as PanelView)
  } catch {
    return null
  }
}

type HeaderProps = { view: PanelView; show: (view: PanelView) => void; canWrite: boolean; onMinimize: () => void }

function PanelHeader({ view, show, canWrite, onMinimize }: HeaderProps) {
  const t = useTexts(chatTexts)
  return (
    <header className="flex items-center gap-2 border-b px-3 py-2">
      {view.mode !== 'list' && <PanelButton label={t('back')} sign="←" onPress={() => show({ mode: 'list' })} />}
      <h2 className="min-w-0 flex-1 truncate font-semibold">{t('chatWithUs')}</h2>
      {view.mode === 'list' && canWrite && (
        <PanelButton label={t('createTicket')} sign="+" onPress={() => show({ mode: 'create' })} />
      )}
      {view.mode === 'thread' && (
        <PanelButton
          label={t('closeRecent')}
          sign="×"
          onPress={() => {
            void closeRecent(view.chat_thread_id).then(() => show({ mode: 'list' }))
          }}
        />
      )}
      <PanelButton label={t('minimize')} sign="–" onPress={onMinimize} />
    </header>
  )
}

type BubbleProps = Pick<Props, 'unread' | 'inHeader'> & {
  ref: Ref<HTMLAnchorElement>
  open: boolean
  onPress: () => void
}

function Bubble({ ref, unread, inHeader, open, onPress }: BubbleProps) {
  const t = useTexts(chatTexts)
  const label = unread > 0 ? t('openChatUnread', { n: unread }) : t('openChat')
  return (
    <a
      ref={ref}
      href={pathTo('/support')}
      data-press=""
      title={label}
      aria-expanded={open || undefined}
      onClick={(event) => {
        event.preventDefault()
        onPress()
      }}
      className={cn(
        'grid place-items-center text-foreground hover:bg-muted',
        inHeader
          ? 'relative size-11 rounded-md'
          : cn('fixed end-4 z-30 size-13 rounded-full border bg-card shadow-over', cornerClass),
      )}
    >
      <ChatIcon />
      <span className="sr-only">{label}</span>
      {unread > 0 && (
        <span
          aria-hidden="true"
          className="figures absolute -top-1 -end-1 min-w-5 rounded-full bg-destructive px-1 text-center text-xs font-bold text-destructive-foreground"
        >
          {unread > 99 ? '99+' : unread}
        </span>
      )}
    </a>
  )
}

/** Removes a thread from the recent ones, but not from the list. */
async function closeRecent(chat_thread_id: number): Promise<void> {
  const { setRecent } = await import('./chat-panel.tsx')
  await setRecent(chat_thread_id, false)
}

const PanelButton = ({ label, sign, onPress }: { label: string; sign: string; onPress: () => void }) => (
  <button
    type="button"
    aria-label={label}
    title={label}
    onClick={onPress}
    className="grid size-11 place-items-center rounded-md text-lg hover:bg-muted"
  >
    {sign}
  </button>
)

/** Inlined, because importing one icon of the server pages would load all of them. */
const ChatIcon = () => (
  <svg aria-hidden="true" viewBox="0 0 24 24" className="size-6" fill="none" stroke="currentColor" strokeWidth="2">
    <path d="M21 12a8.5 8.5 0 0 1-12.4 7.5L3 21l1.5-5.6A8.5 8.5 0 1 1 21 12z" strokeLinejoin="round" />
  </svg>
)
