import { type ClipboardEvent, type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { lk_issue_status } from '#modules/support/lookups.shared.ts'
import { status } from '#modules/support/tickets/status-rules.shared.ts'
import { statusTone } from '#modules/support/tickets/status-tone.shared.ts'
import { label } from '#platform/lookups.ts'
import { callApi } from '#platform/ui/api.ts'
import { Badge } from '#platform/ui/badge.tsx'
import { Button } from '#platform/ui/button.tsx'
import { cn } from '#platform/ui/cn.ts'
import { Dialog } from '#platform/ui/dialog.tsx'
import { useDraft } from '#platform/ui/draft.ts'
import { useLocale, useShowInstant, useTexts } from '#platform/ui/locale.tsx'
import { NativeSelect } from '#platform/ui/native-select.tsx'
import { sendFile } from '#platform/ui/send-file.ts'
import { Textarea } from '#platform/ui/textarea.tsx'
import { chatTexts } from './chat.texts.ts'
import { isMuted, setMuted } from './sound.ts'
import { type Draft, type Message, type Thread, textOf, useThread } from './use-thread.ts'

export type ThreadViewProps = {
  first: Thread
  /** The name of the reading staff member; null for a reporter. */
  staff: string | null
  /** False while staff view as someone: they can read but not write. */
  writes: boolean
  /** Fills the bubble's panel instead of a page. */
  panel?: boolean
  /** Replies that staff can insert, in the reporter's language and with the name filled in. */
  replies?: readonly { title: string; text: string }[]
  /** The content of a refused form, and the message id that a plain form sends. */
  typed?: { text: string; client_id: string }
}

/** The messages of a ticket and a field to write one; a plain form without scripts. */
export function ThreadView({ first, staff, writes, panel = false, replies = [], typed }: ThreadViewProps) {
  const t = useTexts(chatTexts)
  const locale = useLocale()
  const [alive, setAlive] = useState(false)
  useEffect(() => setAlive(true), [])
  const { thread, drafts, typing, looking, live, send, tellTyping } = useThread(first, { staff, listen: alive })
  useEffect(() => {
    if (!staff || !alive) return
    const look = () => {
      if (document.visibilityState !== 'visible') return
      const body = { chat_thread_id: first.chat_thread_id, kind: 'looking' as const }
      void callApi((api) => api.POST('/support/typing', { body }), { quiet: true })
    }
    look()
    const timer = setInterval(look, 20_000)
    return () => clearInterval(timer)
  }, [staff, alive, first.chat_thread_id])
  const { notice } = thread
  const [shown, setShown] = useState<string | null>(null)
  const end = useRef<HTMLDivElement>(null)
  const count = thread.chatMessageThread.length + drafts.length
  useEffect(() => {
    if (count > 0) end.current?.scrollIntoView({ block: 'nearest' })
  }, [count])
  return (
    <div className={cn('flex min-h-0 flex-1 flex-col', !panel && 'rounded-lg border bg-card shadow-card')}>
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
        className={cn('grid flex-1 content-start gap-3 overflow-y-auto p-4', !panel && 'max-h-[60dvh] min-h-60')}
      >
        {thread.chatMessageThread.map((message) => (
          <Line key={message.sequence} message={message} thread={thread} onView={setShown} />
        ))}
        {drafts.map((draft) => (
          <Unsent key={draft.client_id} draft={draft} again={() => void send(draft)} />
        ))}
        {isAwaiting(thread) && <Robot text={`${notice.answer} ${notice.hours}`} />}
        {notice.closed && isWaited(thread) && <Robot text={notice.closed} />}
        {typing && <li className="text-sm text-muted-foreground">{t('typing')}</li>}
        <li ref={end as never} aria-hidden="true" />
      </ol>
      {panel && thread.lk_issue_status_id !== first.lk_issue_status_id && (
        <p role="status" className="border-t px-4 py-2 text-sm font-semibold">
          {t('nowStatus', { status: label(lk_issue_status, thread.lk_issue_status_id, locale) })}
        </p>
      )}
      {looking && (
        <p role="status" className="border-t px-4 py-2 text-sm text-muted-foreground">
          {t('looking', { name: looking })}
        </p>
      )}
      {alive && live === 'away' && (
        <p role="status" className="border-t px-4 py-2 text-sm text-muted-foreground">
          {t('away')}
        </p>
      )}
      {writes && (
        <Composer thread={first.chat_thread_id} send={send} onType={tellTyping} replies={replies} typed={typed} />
      )}
      <Dialog open={shown !== null} onClose={() => setShown(null)} title={t('viewImage')} width="large">
        {shown && <img src={shown} alt={t('image')} className="mx-auto max-h-[70dvh]" />}
      </Dialog>
    </div>
  )
}

const other = 8
/** Nobody has taken it, and only its reporter has written so far. */
const isAwaiting = ({ lk_issue_category_id, assigned_entity_id, side, chatMessageThread }: Thread): boolean =>
  lk_issue_category_id !== other &&
  assigned_entity_id === 0 &&
  side === 'reporter' &&
  chatMessageThread.every((message) => message.side !== 'staff')

/** Its reporter may be waiting for an answer. */
const isWaited = ({ side, lk_issue_status_id }: Thread): boolean =>
  side === 'reporter' && lk_issue_status_id !== status.resolved

const Robot = ({ text }: { text: string }) => (
  <li className="flex items-start gap-2">
    <Avatar robot name="" />
    <p className="rounded-lg bg-muted px-3 py-2">{text}</p>
  </li>
)

/** Initials, or the product's icon. */
function Avatar({ name, robot = false }: { name: string; robot?: boolean }) {
  return (
    <span
      aria-hidden="true"
      className="grid size-8 shrink-0 place-items-center rounded-full bg-muted text-sm font-semibold text-muted-foreground"
    >
      {robot ? '⚙' : name.slice(0, 1).toUpperCase()}
    </span>
  )
}

type LineProps = { message: Message; thread: Thread; onView: (url: string) => void }

function Line({ message, thread, onView }: LineProps) {
  const t = useTexts(chatTexts)
  const showInstant = useShowInstant()
  const { first_name, last_name } = message.senderInfo
  const own = message.side === thread.side
  const name = message.is_system ? t('system') : `${first_name} ${last_name}`.trim()
  const text = textOf(message)
  const isLastOwn = own && message.sequence <= thread.read_by_others && !laterOwn(thread, message.sequence)
  return (
    <li className={cn('flex items-start gap-2', own && 'flex-row-reverse')}>
      <Avatar name={name} robot={message.is_system} />
      <div className={cn('grid min-w-0 max-w-[85%] gap-1', own && 'justify-items-end')}>
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
              own ? 'bg-primary text-primary-foreground' : 'bg-muted',
            )}
          >
            {text}
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

const laterOwn = ({ chatMessageThread, side, read_by_others }: Thread, sequence: number): boolean =>
  chatMessageThread.some((one) => one.side === side && one.sequence > sequence && one.sequence <= read_by_others)

function Unsent({ draft, again }: { draft: Draft; again: () => void }) {
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
            <Button variant="link" size="sm" onClick={again}>
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

type ComposerProps = {
  /** The thread's id, under which a draft is stored. */
  thread: number
  send: (draft: Draft) => Promise<void>
  onType: () => void
  replies: NonNullable<ThreadViewProps['replies']>
  typed: ThreadViewProps['typed']
}
const images = ['image/png', 'image/jpeg']

function Composer({ thread, send, onType, replies, typed }: ComposerProps) {
  const t = useTexts(chatTexts)
  const [text, setText] = useDraft(`ticket ${thread}`, typed?.text)
  const [image, setImage] = useState<File | null>(null)
  const [busy, setBusy] = useState(false)
  const preview = usePreview(image)
  const file = useRef<HTMLInputElement>(null)
  const id = useId()
  async function submit(event?: FormEvent) {
    event?.preventDefault()
    if (busy || (!text.trim() && !image)) return
    let attachment_id: number | null = null
    if (image) {
      setBusy(true)
      const answer = await callApi<{ attachment_id: number }>(() => sendFile('/attachment/chat-image', image, () => {}))
      setBusy(false)
      if (!answer.ok) {
        // The text stays, and so does the image unless it was refused.
        if (answer.status >= 400 && answer.status < 500) setImage(null)
        return
      }
      attachment_id = answer.data.attachment_id
    }
    const draft = { client_id: crypto.randomUUID(), text: text.trim(), attachment_id, failed: false }
    setText('')
    setImage(null)
    await send(draft)
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    void submit()
  }

  function onPaste(event: ClipboardEvent) {
    const pasted = [...event.clipboardData.files].find(({ type }) => images.includes(type))
    if (!pasted) return
    event.preventDefault()
    setImage(pasted)
  }

  return (
    <form method="post" encType="multipart/form-data" onSubmit={submit} className="grid gap-2 border-t p-3">
      <input type="hidden" name="action" value="message" />
      {typed && <input type="hidden" name="client_id" value={typed.client_id} />}
      {image && preview && (
        <div className="flex items-center gap-2">
          <img src={preview} alt={t('imagePreview')} className="max-h-24 rounded-md border" />
          <Button variant="outline" size="sm" onClick={() => setImage(null)}>
            {t('removeImage')}
          </Button>
        </div>
      )}
      <label htmlFor={id} className="sr-only">
        {t('message')}
      </label>
      <Textarea
        id={id}
        name="message"
        rows={2}
        maxLength={5_000}
        placeholder={t('message')}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          onType()
        }}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
      />
      {replies.length > 0 && (
        <NativeSelect
          aria-label={t('savedReply')}
          value=""
          placeholder={t('chooseReply')}
          options={replies.map(({ title }, at) => ({ value: at, label: title }))}
          onChange={(event) => {
            const reply = replies[Number(event.target.value)]
            if (event.target.value && reply) setText(text ? `${text}\n${reply.text}` : reply.text)
          }}
        />
      )}
      <div className="flex flex-wrap items-center justify-between gap-2">
        <label className="cursor-pointer text-sm font-semibold text-accent-foreground underline">
          {t('attach')}
          <input
            ref={file}
            type="file"
            name="image"
            accept=".jpeg,.jpg,.png"
            className="sr-only"
            onChange={(event) => {
              setImage(event.target.files?.[0] ?? null)
              event.target.value = ''
            }}
          />
        </label>
        <MuteButton />
        <Button type="submit" busy={busy}>
          {busy ? t('uploading') : t('send')}
        </Button>
      </div>
    </form>
  )
}

/** Mutes and unmutes incoming messages; without scripts there is no sound. */
function MuteButton() {
  const t = useTexts(chatTexts)
  const [muted, setMutedHere] = useState<boolean | null>(null)
  useEffect(() => setMutedHere(isMuted()), [])
  if (muted === null) return null
  const label = t(muted ? 'unmute' : 'mute')
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={() => {
        setMuted(!muted)
        setMutedHere(!muted)
      }}
      className="ms-auto grid size-11 place-items-center rounded-md hover:bg-muted"
    >
      <svg
        aria-hidden="true"
        viewBox="0 0 24 24"
        className="size-5"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        <path d="M4 10v4h4l5 4V6L8 10H4z" />
        <path d={muted ? 'm17 10 4 4m0-4-4 4' : 'M16.5 9a4 4 0 0 1 0 6'} />
      </svg>
    </button>
  )
}

/** A URL that previews an image before it is sent. */
function usePreview(image: File | null): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (!image) return setUrl(null)
    const made = URL.createObjectURL(image)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [image])
  return url
}
