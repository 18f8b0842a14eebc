import {
  type ClipboardEvent,
  type FormEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { callApi } from '#platform/ui/api.ts'
import { Button } from '#platform/ui/button.tsx'
import { useDraft } from '#platform/ui/draft.ts'
import { useTexts } from '#platform/ui/locale.tsx'
import { NativeSelect } from '#platform/ui/native-select.tsx'
import { sendFile } from '#platform/ui/send-file.ts'
import { Textarea } from '#platform/ui/textarea.tsx'
import { chatTexts } from './chat.texts.ts'
import { isMuted, setMuted } from './sound.ts'
import type { Draft } from './use-thread.ts'

export type ComposerProps = {
  /** The id of the thread, under which a draft is stored. */
  thread: number
  send: (draft: Draft) => Promise<void>
  onType: () => void
  /** The saved replies, in the reporter's language and with their name filled in. */
  replies: readonly { title: string; text: string }[]
  /** The text of a form that was refused, and the message id for a form without scripts. */
  typed: { text: string; client_id: string } | undefined
}
const imageTypes = ['image/png', 'image/jpeg']

/** The field for a message and an image; without scripts a plain form. */
export function Composer({ thread, send, onType, replies, typed }: ComposerProps) {
  const t = useTexts(chatTexts)
  const field = useRef<HTMLTextAreaElement>(null)
  const { text, setText, image, setImage, busy, submit } = useMessage({ thread, typed: typed?.text, field }, send)
  const id = useId()

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    void submit()
  }

  function onPaste(event: ClipboardEvent) {
    const pastedImage = [...event.clipboardData.files].find(({ type }) => imageTypes.includes(type))
    if (!pastedImage) return
    event.preventDefault()
    setImage(pastedImage)
  }

  return (
    <form method="post" encType="multipart/form-data" onSubmit={submit} className="grid gap-2 border-t p-3">
      <input type="hidden" name="action" value="message" />
      {typed && <input type="hidden" name="client_id" value={typed.client_id} />}
      <ImagePreview image={image} onRemove={() => setImage(null)} />
      <label htmlFor={id} className="sr-only">
        {t('message')}
      </label>
      <Textarea
        id={id}
        ref={field}
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
          options={replies.map(({ title }, index) => ({ value: index, label: title }))}
          onChange={(event) => {
            const reply = replies[Number(event.target.value)]
            if (event.target.value && reply) setText(text ? `${text}\n${reply.text}` : reply.text)
          }}
        />
      )}
      <div className="flex flex-wrap items-center justify-between gap-2">
        <AttachImage onChoose={setImage} />
        <MuteButton />
        <Button type="submit" busy={busy}>
          {busy ? t('uploading') : t('send')}
        </Button>
      </div>
    </form>
  )
}

type MessageOptions = { thread: number; typed: string | undefined; field: RefObject<HTMLTextAreaElement | null> }

/** The state of a message being written; its image is uploaded when the message is sent. */
function useMessage({ thread, typed, field }: MessageOptions, send: ComposerProps['send']) {
  const [text, setText] = useDraft(`ticket ${thread}`, typed, field)
  const [image, setImage] = useState<File | null>(null)
  const [busy, setBusy] = useState(false)
  async function submit(event?: FormEvent) {
    event?.preventDefault()
    if (busy || (!text.trim() && !image)) return
    let attachment_id: number | null = null
    if (image) {
      setBusy(true)
      const response = await callApi<{ attachment_id: number }>(() =>
        sendFile('/attachment/chat-image', image, () => {}),
      )
      setBusy(false)
      if (!response.ok) {
        // The text stays, and so does the image unless it was refused.
        if (response.status >= 400 && response.status < 500) setImage(null)
        return
      }
      attachment_id = response.data.attachment_id
    }
    const draft = { client_id: crypto.randomUUID(), text: text.trim(), attachment_id, failed: false }
    setText('')
    setImage(null)
    await send(draft)
  }
  return { text, setText, image, setImage, busy, submit }
}

function ImagePreview({ image, onRemove }: { image: File | null; onRemove: () => void }) {
  const t = useTexts(chatTexts)
  const preview = usePreview(image)
  if (!image || !preview) return null
  return (
    <div className="flex items-center gap-2">
      <img src={preview} alt={t('imagePreview')} className="max-h-24 rounded-md border" />
      <Button variant="outline" size="sm" onClick={onRemove}>
        {t('removeImage')}
      </Button>
    </div>
  )
}

function AttachImage({ onChoose }: { onChoose: (image: File | null) => void }) {
  const t = useTexts(chatTexts)
  return (
    <label className="cursor-pointer text-sm font-semibold text-accent-foreground underline">
      {t('attach')}
      <input
        type="file"
        name="image"
        accept=".jpeg,.jpg,.png"
        className="sr-only"
        onChange={(event) => {
          onChoose(event.target.files?.[0] ?? null)
          event.target.value = ''
        }}
      />
    </label>
  )
}

/** Turns the sound of incoming messages on and off. Hidden without scripts, which play no sound. */
function MuteButton() {
  const t = useTexts(chatTexts)
  const [isMutedState, setIsMuted] = useState<boolean | null>(null)
  useEffect(() => setIsMuted(isMuted()), [])
  if (isMutedState === null) return null
  const label = t(isMutedState ? 'unmute' : 'mute')
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={() => {
        setMuted(!isMutedState)
        setIsMuted(!isMutedState)
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
        <path d={isMutedState ? 'm17 10 4 4m0-4-4 4' : 'M16.5 9a4 4 0 0 1 0 6'} />
      </svg>
    </button>
  )
}

/** A URL that previews an image before it is sent. */
function usePreview(image: File | null): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (!image) return setUrl(null)
    const previewUrl = URL.createObjectURL(image)
    setUrl(previewUrl)
    return () => URL.revokeObjectURL(previewUrl)
  }, [image])
  return url
}
