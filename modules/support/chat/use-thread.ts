import { useCallback, useEffect, useRef, useState } from 'react'
import { decodeMessage, encodeMessage } from '#modules/support/tickets/encoding.shared.ts'
import { pathTo } from '#platform/path-to.ts'
import { callApi, type ResponseOf } from '#platform/ui/api.ts'
import { type Hint, type Liveness, useLive } from '#platform/ui/live.ts'
import { playTone } from './sound.ts'
import { useCountUnread, useMarkRead } from './use-count-unread.ts'

export type Thread = ResponseOf<'/support/fetchTicketChatHistory'>['data'][number]
export type Message = Thread['chatMessageThread'][number]
/** A message that is shown to its author although the server may not have it yet. */
export type Draft = { client_id: string; text: string; attachment_id: number | null; failed: boolean }

const maxAtOnce = 200
const maxWaitMs = 10_000
const bySequence = (item: Message, other: Message) => item.sequence - other.sequence

/** Merges messages without duplicates, in the order of the thread. */
function merge(current: readonly Message[], newMessages: readonly Message[]): Message[] {
  const bySequenceNumber = new Map([...current, ...newMessages].map((message) => [message.sequence, message]))
  return [...bySequenceNumber.values()].sort(bySequence)
}

type Options = {
  /** The name of the reading staff member; null for a reporter. */
  staff: string | null
  listen: boolean
  /** False until the reader has interacted with the thread. */
  reads: boolean
}

/** Keeps a thread up to date and sends the user's messages. */
export function useThread(first: Thread, { staff, listen, reads }: Options) {
  const { chat_thread_id } = first
  const staffChannels = useStaffChannels(staff !== null && listen)
  const countUnread = useCountUnread()
  const markRead = useMarkRead(chat_thread_id)
  const reading = useRef(reads)
  reading.current = reads
  const markSeen = useCallback(async () => {
    if (reading.current) await markRead()
  }, [markRead])
  const { thread, refresh, add, drafts, setDrafts, loadEarlier, earlier } = useMessages(first, markSeen)
  const { typing, looking, onPresenceHint } = useOthers(first.side, staff)
  const onHint = (hint: Hint) => {
    if (hint.chat_thread_id === chat_thread_id && !onPresenceHint(hint)) void refresh()
  }
  const live: Liveness = useLive(listen && staffChannels ? [first.channel, ...staffChannels] : [], refresh, onHint)
  useEffect(() => {
    if (!listen) return
    // Opening the page has already marked the ticket as read, but the count may be older.
    if (first.unread_ind && reads) void markRead()
    else void countUnread()
  }, [listen, reads, first.unread_ind, markRead, countUnread])

  /** Sends messages one after the other, so that they arrive in the order in which they were written. */
  const sending = useRef<Promise<void>>(Promise.resolve())
  function send(draft: Draft): Promise<void> {
    setDrafts((before) => [
      ...before.filter(({ client_id }) => client_id !== draft.client_id),
      { ...draft, failed: false },
    ])
    const posted = sending.current.then(() => post(draft))
    sending.current = Promise.race([posted, new Promise<void>((resolve) => setTimeout(resolve, maxWaitMs))])
    return posted
  }

  async function post(draft: Draft): Promise<void> {
    const response = await sendMessage(chat_thread_id, draft)
    // A message to a ticket that was resolved long ago opens a new one.
    if (response.ok && response.data.data.chat_thread_id !== chat_thread_id)
      return location.assign(pathTo('/support/:id', { id: response.data.data.chat_thread_id }))
    if (response.ok) return add([response.data.data])
    setDrafts((before) => before.map((item) => (item.client_id === draft.client_id ? { ...item, failed: true } : item)))
  }

  const lastTyping = useRef(0)
  function announceTyping() {
    if (live !== 'live' || Date.now() - lastTyping.current < 3_000) return
    lastTyping.current = Date.now()
    const body = { chat_thread_id, kind: 'typing' as const }
    void callApi((api) => api.POST('/support/typing', { body }), { quiet: true })
  }

  return { thread, drafts, typing, looking, live, send, announceTyping, refresh, loadEarlier, earlier }
}

/** The messages of a thread, and the drafts that the server may not have yet. */
function useMessages(first: Thread, markRead: () => Promise<void>) {
  const [thread, setThread] = useState(first)
  const [drafts, setDrafts] = useState<readonly Draft[]>([])
  const { chat_thread_id } = first
  const lastSequence = useRef(first.last_sequence)
  const busy = useRef(false)
  const isStale = useRef(false)

  const add = useCallback((newMessages: readonly Message[], changes: Partial<Thread> = {}) => {
    setThread((before) => ({ ...before, ...changes, chatMessageThread: merge(before.chatMessageThread, newMessages) }))
    const newIds = new Set(newMessages.map(({ client_id }) => client_id))
    if (newIds.size > 0) setDrafts((before) => before.filter(({ client_id }) => !newIds.has(client_id)))
  }, [])

  /** Loads messages newer than the last known one. One request at a time; a hint during a request repeats it. */
  const refresh = useCallback(async () => {
    isStale.current = true
    if (busy.current) return
    busy.current = true
    while (isStale.current) {
      isStale.current = false
      const update = await fetchSince(chat_thread_id, lastSequence.current)
      if (!update) break
      const { chatMessageThread, ...changes } = update
      add(chatMessageThread, changes)
      // The user's own message may be known before others' earlier ones, so only a response moves this forward.
      lastSequence.current = Math.max(lastSequence.current, chatMessageThread.at(-1)?.sequence ?? 0)
      if (chatMessageThread.length === maxAtOnce) isStale.current = true
      if (chatMessageThread.some(({ side }) => side !== first.side && side !== 'system')) void playTone()
      if (chatMessageThread.length > 0 && document.visibilityState === 'visible') void markRead()
    }
    busy.current = false
  }, [chat_thread_id, first.side, add, markRead])

  const [loading, setLoading] = useState(false)
  const oldest = thread.chatMessageThread[0]?.sequence ?? 1
  async function loadEarlier() {
    if (loading) return
    setLoading(true)
    const query = { chat_thread_id, before: oldest }
    const response = await callApi((api) => api.GET('/support/fetchTicketChatHistory', { params: { query } }))
    setLoading(false)
    if (response.ok) add(response.data.data[0]?.chatMessageThread ?? [])
  }
  const earlierState = oldest <= 1 ? 'none' : loading ? 'loading' : 'there'

  return { thread, refresh, add, drafts, setDrafts, loadEarlier, earlier: earlierState }
}

/** The presence of others: whether the other side is typing, and which other staff member has the ticket open. */
function useOthers(side: Thread['side'], staff: string | null) {
  const [typing, startTyping, stopTyping] = useTransient<boolean>(5_000)
  const [looking, startLooking] = useTransient<string>(45_000)
  return {
    typing: typing ?? false,
    looking,
    /** Returns false for any other hint, which means that there are changes to load. */
    onPresenceHint(hint: Hint): boolean {
      if (hint.type === 'typing') {
        if (hint.side !== side) startTyping(true)
      } else if (hint.type === 'looking') {
        if (hint.who !== staff) startLooking(String(hint.who))
      } else {
        stopTyping()
        return false
      }
      return true
    },
  }
}

/** A value that resets itself after some milliseconds, unless it is set again. */
function useTransient<T>(ms: number) {
  const [value, setValue] = useState<T | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const start = (next: T) => {
    setValue(next)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setValue(null), ms)
  }
  return [value, start, () => setValue(null)] as const
}

/** The thread with its messages after a sequence; null if it could not be loaded. */
async function fetchSince(chat_thread_id: number, after: number): Promise<Thread | null> {
  const query = { chat_thread_id, after }
  const response = await callApi((api) => api.GET('/support/fetchTicketChatHistory', { params: { query } }), {
    quiet: true,
  })
  return (response.ok && response.data.data[0]) || null
}

function sendMessage(chat_thread_id: number, draft: Draft) {
  const body = {
    chat_thread_id,
    message: encodeMessage(draft.text),
    client_id: draft.client_id,
    ...(draft.attachment_id && { chat_attachment_id: draft.attachment_id }),
  }
  return callApi((api) => api.POST('/support/sendMessage', { body }), { quiet: true })
}

/** Staff also subscribe to presence, which the reporter must not see. Null until known. */
function useStaffChannels(enabled: boolean): readonly string[] | null {
  const [channels, setChannels] = useState<readonly string[] | null>(null)
  useEffect(() => {
    if (!enabled) return
    void callApi((api) => api.GET('/realtime/token'), { quiet: true }).then((response) => {
      setChannels(response.ok ? response.data.channels.filter((channel) => channel.startsWith('staff:')) : [])
    })
  }, [enabled])
  return enabled ? channels : none
}

const none: readonly string[] = []

export const textOf = ({ message }: Message): string => decodeMessage(message)
