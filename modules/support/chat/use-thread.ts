import { useCallback, useEffect, useRef, useState } from 'react'
import { decodeMessage, encodeMessage } from '#modules/support/tickets/encoding.shared.ts'
import { type AnswerOf, callApi } from '#platform/ui/api.ts'
import { type Hint, type Liveness, useLive } from '#platform/ui/live.ts'
import { playTone } from './sound.ts'

export type Thread = AnswerOf<'/support/fetchTicketChatHistory'>['data'][number]
export type Message = Thread['chatMessageThread'][number]
/** A message that its writer already sees but the server may not have yet. */
export type Draft = { client_id: string; text: string; attachment_id: number | null; failed: boolean }

const mostAtOnce = 200
const longestWaitMs = 10_000
const byOrder = (one: Message, other: Message) => one.sequence - other.sequence

/** Messages by position in the thread, without duplicates. */
function merge(before: readonly Message[], news: readonly Message[]): Message[] {
  const all = new Map([...before, ...news].map((message) => [message.sequence, message]))
  return [...all.values()].sort(byOrder)
}

/** Keeps a thread up to date and sends its user's messages. */
export function useThread(first: Thread, { staff, listen }: { staff: string | null; listen: boolean }) {
  const staffChannels = useStaffChannels(staff !== null && listen)
  const [thread, setThread] = useState(first)
  const [drafts, setDrafts] = useState<readonly Draft[]>([])
  const [typing, setTyping] = useState(false)
  const [looking, setLooking] = useState<string | null>(null)
  const { chat_thread_id } = first
  const known = useRef(first.last_sequence)
  const busy = useRef(false)
  const again = useRef(false)

  const add = useCallback((news: readonly Message[], more: Partial<Thread> = {}) => {
    setThread((before) => ({ ...before, ...more, chatMessageThread: merge(before.chatMessageThread, news) }))
    const there = new Set(news.map(({ client_id }) => client_id))
    if (there.size > 0) setDrafts((before) => before.filter(({ client_id }) => !there.has(client_id)))
  }, [])

  /** Loads messages newer than the last known one. One request at a time; a hint during a request repeats it. */
  const refresh = useCallback(async () => {
    again.current = true
    if (busy.current) return
    busy.current = true
    while (again.current) {
      again.current = false
      const query = { chat_thread_id, after: known.current }
      const answer = await callApi((api) => api.GET('/support/fetchTicketChatHistory', { params: { query } }), {
        quiet: true,
      })
      if (!answer.ok) break
      const [news] = answer.data.data
      if (!news) break
      const { chatMessageThread, ...more } = news
      add(chatMessageThread, more)
      // The user's own message may be known before others' earlier ones, so only a response moves this forward.
      known.current = Math.max(known.current, chatMessageThread.at(-1)?.sequence ?? 0)
      if (chatMessageThread.length === mostAtOnce) again.current = true
      if (chatMessageThread.some(({ side }) => side !== first.side && side !== 'system')) void playTone()
      if (chatMessageThread.length > 0 && document.visibilityState === 'visible') markRead(chat_thread_id)
    }
    busy.current = false
  }, [chat_thread_id, first.side, add])

  const typingOver = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const lookingOver = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const onHint = (hint: Hint) => {
    if (hint.chat_thread_id !== chat_thread_id) return
    if (hint.type === 'typing') {
      if (hint.side === first.side) return
      setTyping(true)
      clearTimeout(typingOver.current)
      typingOver.current = setTimeout(() => setTyping(false), 5_000)
    } else if (hint.type === 'looking') {
      if (hint.who === staff) return
      setLooking(String(hint.who))
      clearTimeout(lookingOver.current)
      lookingOver.current = setTimeout(() => setLooking(null), 45_000)
    } else {
      setTyping(false)
      void refresh()
    }
  }
  const live: Liveness = useLive(listen && staffChannels ? [first.channel, ...staffChannels] : [], refresh, onHint)
  useEffect(
    () => () => {
      clearTimeout(typingOver.current)
      clearTimeout(lookingOver.current)
    },
    [],
  )
  useEffect(() => {
    if (listen && first.unread_ind) markRead(chat_thread_id)
  }, [chat_thread_id, listen, first.unread_ind])

  /** Sequential, so that messages arrive in the order in which they were written; none waits long for another. */
  const sending = useRef<Promise<void>>(Promise.resolve())
  function send(draft: Draft): Promise<void> {
    setDrafts((before) => [
      ...before.filter(({ client_id }) => client_id !== draft.client_id),
      { ...draft, failed: false },
    ])
    const posted = sending.current.then(() => post(draft))
    sending.current = Promise.race([posted, new Promise<void>((over) => setTimeout(over, longestWaitMs))])
    return posted
  }

  async function post(draft: Draft): Promise<void> {
    const body = {
      chat_thread_id,
      message: encodeMessage(draft.text),
      client_id: draft.client_id,
      ...(draft.attachment_id && { chat_attachment_id: draft.attachment_id }),
    }
    const answer = await callApi((api) => api.POST('/support/sendMessage', { body }), { quiet: true })
    // A message to a ticket that was resolved long ago opens a new one.
    if (answer.ok && answer.data.data.chat_thread_id !== chat_thread_id)
      return location.assign(`/support/${answer.data.data.chat_thread_id}`)
    if (answer.ok) return add([answer.data.data])
    setDrafts((before) => before.map((one) => (one.client_id === draft.client_id ? { ...one, failed: true } : one)))
  }

  const lastTyping = useRef(0)
  function tellTyping() {
    if (live !== 'live' || Date.now() - lastTyping.current < 3_000) return
    lastTyping.current = Date.now()
    const body = { chat_thread_id, kind: 'typing' as const }
    void callApi((api) => api.POST('/support/typing', { body }), { quiet: true })
  }

  return { thread, drafts, typing, looking, live, send, tellTyping, refresh }
}

/** Staff also subscribe to presence, which the reporter must not see. Null until known. */
function useStaffChannels(wanted: boolean): readonly string[] | null {
  const [channels, setChannels] = useState<readonly string[] | null>(null)
  useEffect(() => {
    if (!wanted) return
    void callApi((api) => api.GET('/realtime/token'), { quiet: true }).then((answer) => {
      setChannels(answer.ok ? answer.data.channels.filter((channel) => channel.startsWith('staff:')) : [])
    })
  }, [wanted])
  return wanted ? channels : none
}

const none: readonly string[] = []

function markRead(chat_thread_id: number): void {
  void callApi((api) => api.POST('/support/messageRead', { body: { chat_thread_id } }), { quiet: true })
}

export const textOf = ({ message }: Message): string => decodeMessage(message)
