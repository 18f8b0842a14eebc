import { useEffect, useRef, useState } from 'react'
import { lk_issue_status } from '#modules/support/lookups.shared.ts'
import { status } from '#modules/support/tickets/status-rules.shared.ts'
import { statusTone } from '#modules/support/tickets/status-tone.shared.ts'
import { initialsOf } from '#platform/initials.shared.ts'
import { label } from '#platform/lookups.ts'
import { callApi } from '#platform/ui/api.ts'
import { Badge } from '#platform/ui/badge.tsx'
import { Button } from '#platform/ui/button.tsx'
import { cn } from '#platform/ui/cn.ts'
import { Dialog } from '#platform/ui/dialog.tsx'
import { useLocale, useShowInstant, useTexts } from '#platform/ui/locale.tsx'
import { StatusLine } from '#platform/ui/status-line.tsx'
import { chatTexts } from './chat.texts.ts'
import { Composer, type ComposerProps } from './composer.tsx'
import { splitLinks } from './split-links.shared.ts'
import { type Draft, type Message, type Thread, textOf, useThread } from './use-thread.ts'

export type ThreadViewProps = {
  first: Thread
  /** False for a thread that opened automatically, which stays unread until the reader interacts with it. */
  opened?: boolean
  /** The name of the reading staff member; null for a reporter. */
  staff: string | null
  /** False while staff view as another person, when they can't write. */
  canWrite: boolean
  /** Whether the view fills the chat panel instead of a page. */
  panel?: boolean
  replies?: ComposerProps['replies']
  typed?: ComposerProps['typed']
}

/** The messages of a ticket and the field for a new one; without scripts a plain form. */
export function ThreadView({
  first,
  opened = true,
  staff,
  canWrite,
  panel = false,
  replies = [],
  typed,
}: ThreadViewProps) {
  const t = useTexts(chatTexts)
  const locale = useLocale()
  const [isHydrated, setHydrated] = useState(false)
  useEffect(() => setHydrated(true), [])
  const { root, seen } = useHasInteracted(opened)
  const { thread, drafts, typing, looking, live, send, announceTyping, loadEarlier, earlier } = useThread(first, {
    staff,
    listen: isHydrated,
    reads: seen,
  })
  useAnnounceViewing(first.chat_thread_id, staff !== null && isHydrated)
  const { notice } = thread
  const [openImage, setOpenImage] = useState<string | null>(null)
  const end = useRef<HTMLLIElement>(null)
  // Scrolls down for new messages, but not for earlier ones loaded above.
  const count = (thread.chatMessageThread.at(-1)?.sequence ?? 0) + drafts.length
  useEffect(() => {
    if (count > 0) end.current?.scrollIntoView({ block: 'nearest' })
  }, [count])
  return (
    <div ref={root} className={cn('flex min-h-0 flex-1 flex-col', !panel && 'rounded-lg border bg-card shadow-card')}>
      {!panel && (
        <p role="status" className="border-b px-4 py-2">
          <Badge tone={statusTone(thread.lk_issue_status_id)}>
            {label(lk_issue_status, thread.lk_issue_status_id, locale)}
          </Badge>
        </p>
      )}
      <ol
        aria-label={t('thread')}
        aria-live="polite"
        className={cn('grid flex-1 content-start gap-3 overflow-y-auto p-4', !panel && 'h-[50dvh]')}
      >
        {earlier !== 'none' && <EarlierButton busy={earlier === 'loading'} onLoad={loadEarlier} />}
        {thread.chatMessageThread.map((message) => (
          <MessageLine key={message.sequence} message={message} thread={thread} onView={setOpenImage} />
        ))}
        {drafts.map((draft) => (
          <DraftLine key={draft.client_id} draft={draft} again={() => void send(draft)} />
        ))}
        {isWaitingForFirstReply(thread) && <AutomaticMessage text={`${notice.answer} ${notice.hours}`} />}
        {notice.closed && mayAwaitReply(thread) && <AutomaticMessage text={notice.closed} />}
        {typing && <li className="text-sm text-muted-foreground">{t('typing')}</li>}
        <li ref={end} aria-hidden="true" />
      </ol>
      {panel && thread.lk_issue_status_id !== first.lk_issue_status_id && (
        <StatusLine className="border-t px-4 py-2 text-sm font-semibold">
          {t('nowStatus', { status: label(lk_issue_status, thread.lk_issue_status_id, locale) })}
        </StatusLine>
      )}
      {looking && (
        <StatusLine className="border-t px-4 py-2 text-sm text-muted-foreground">
          {t('looking', { name: looking })}
        </StatusLine>
      )}
      {isHydrated && live === 'away' && (
        <StatusLine className="border-t px-4 py-2 text-sm text-muted-foreground">{t('away')}</StatusLine>
      )}
      {canWrite && (
        <Composer thread={first.chat_thread_id} send={send} onType={announceTyping} replies={replies} typed={typed} />
      )}
      <Dialog open={openImage !== null} onClose={() => setOpenImage(null)} title={t('viewImage')} width="large">
        {openImage && <img src={openImage} alt={t('image')} className="mx-auto max-h-[70dvh]" />}
      </Dialog>
    </div>
  )
}

/** Announces to other staff every 20 seconds that this ticket is being viewed. */
function useAnnounceViewing(chat_thread_id: number, enabled: boolean) {
  useEffect(() => {
    if (!enabled) return
    const announce = () => {
      if (document.visibilityState !== 'visible') return
      const body = { chat_thread_id, kind: 'looking' as const }
      void callApi((api) => api.POST('/support/typing', { body }), { quiet: true })
    }
    announce()
    const timer = setInterval(announce, 20_000)
    return () => clearInterval(timer)
  }, [enabled, chat_thread_id])
}

/** Whether the reader has interacted with the thread: opened it, or clicked or focused something in it. */
function useHasInteracted(opened: boolean) {
  const root = useRef<HTMLDivElement>(null)
  const [hasInteracted, setHasInteracted] = useState(opened)
  useEffect(() => {
    const element = root.current
    if (hasInteracted || !element) return
    const onInteract = () => setHasInteracted(true)
    for (const type of ['pointerdown', 'focusin']) element.addEventListener(type, onInteract, { once: true })
    return () => {
      for (const type of ['pointerdown', 'focusin']) element.removeEventListener(type, onInteract)
    }
  }, [hasInteracted])
  return { root, seen: hasInteracted }
}

const otherCategory = 8
/** Whether the reader is the reporter, no one is assigned, and staff have not written yet. */
const isWaitingForFirstReply = ({
  lk_issue_category_id,
  assigned_entity_id,
  side,
  chatMessageThread,
}: Thread): boolean =>
  lk_issue_category_id !== otherCategory &&
  assigned_entity_id === 0 &&
  side === 'reporter' &&
  chatMessageThread.every((message) => message.side !== 'staff')

/** Whether the reader is the reporter and may be waiting for a reply. */
const mayAwaitReply = ({ side, lk_issue_status_id }: Thread): boolean =>
  side === 'reporter' && lk_issue_status_id !== status.resolved

function EarlierButton({ busy, onLoad }: { busy: boolean; onLoad: () => Promise<void> }) {
  const t = useTexts(chatTexts)
  return (
    <li className="text-center">
      <Button variant="link" size="sm" busy={busy} onClick={() => void onLoad()}>
        {t('earlier')}
      </Button>
    </li>
  )
}

const AutomaticMessage = ({ text }: { text: string }) => (
  <li className="flex items-start gap-2">
    <Avatar robot name="" />
    <p className="rounded-lg bg-muted px-3 py-2">{text}</p>
  </li>
)

/** A person's picture or initials, or the icon for automatic messages. */
function Avatar({ name, picture, robot = false }: { name: string; picture?: string | null; robot?: boolean }) {
  if (picture)
    return <img src={picture} alt="" width={32} height={32} className="size-8 shrink-0 rounded-full object-cover" />
  return (
    <span
      aria-hidden="true"
      className="grid size-8 shrink-0 place-items-center rounded-full bg-muted text-sm font-semibold text-muted-foreground"
    >
      {robot ? '⚙' : initialsOf(name)}
    </span>
  )
}

type MessageLineProps = { message: Message; thread: Thread; onView: (url: string) => void }

function MessageLine({ message, thread, onView }: MessageLineProps) {
  const t = useTexts(chatTexts)
  const showInstant = useShowInstant()
  const { first_name, last_name } = message.senderInfo
  const isOwn = message.side === thread.side
  const name = message.is_system ? thread.school : `${first_name} ${last_name}`.trim()
  const text = textOf(message)
  const isLastOwn = isOwn && message.sequence <= thread.read_by_others && !hasLaterOwn(thread, message.sequence)
  return (
    <li className={cn('flex items-start gap-2', isOwn && 'flex-row-reverse')}>
      <Avatar name={name} picture={message.senderInfo.avatar} robot={message.is_system} />
      <div className={cn('grid min-w-0 max-w-[85%] gap-1', isOwn && 'justify-items-end')}>
        <p className="text-sm text-muted-foreground">
          <span className="font-semibold">{name}</span>{' '}
          <time dateTime={message.updated_at} className="figures">
            {showInstant(message.updated_at)}
          </time>
        </p>
        {text && (
          <p
            className={cn(
              'rounded-lg px-3 py-2 break-words whitespace-pre-wrap',
              isOwn ? 'bg-primary text-primary-foreground' : 'bg-muted',
            )}
          >
            <WithLinks text={text} />
          </p>
        )}
        {message.url && (
          <a
            href={message.url}
            onClick={(event) => {
              event.preventDefault()
              onView(message.url!)
            }}
          >
            <img src={message.url} alt={t('image')} loading="lazy" className="max-w-full rounded-lg sm:max-w-75" />
          </a>
        )}
        {isLastOwn && <p className="text-sm text-muted-foreground">{t('read')}</p>}
      </div>
    </li>
  )
}

/** A text whose URLs are links that open in a new tab. */
const WithLinks = ({ text }: { text: string }) =>
  splitLinks(text).map(({ text: part, href }, index) =>
    href ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text are never reordered
      <a key={index} href={href} target="_blank" rel="noopener noreferrer nofollow" className="underline">
        {part}
      </a>
    ) : (
      part
    ),
  )

const hasLaterOwn = ({ chatMessageThread, side, read_by_others }: Thread, sequence: number): boolean =>
  chatMessageThread.some(
    (message) => message.side === side && message.sequence > sequence && message.sequence <= read_by_others,
  )

function DraftLine({ draft, again: onRetry }: { draft: Draft; again: () => void }) {
  const t = useTexts(chatTexts)
  return (
    <li className="flex flex-row-reverse items-start gap-2">
      <div className="grid max-w-[85%] justify-items-end gap-1">
        <p className="rounded-lg bg-primary px-3 py-2 break-words whitespace-pre-wrap text-primary-foreground opacity-70">
          {draft.text || t('image')}
        </p>
        {draft.failed ? (
          <p role="alert" className="flex items-center gap-2 text-sm text-red-ink">
            {t('notSent')}
            <Button variant="link" size="sm" onClick={onRetry}>
              {t('tryAgain')}
            </Button>
          </p>
        ) : (
          <p className="text-sm text-muted-foreground">{t('sending')}</p>
        )}
      </div>
    </li>
  )
}
