import { useSetAtom } from 'jotai'
import { useCallback } from 'react'
import { callApi } from '#platform/ui/api.ts'
import { unreadTickets } from './unread-tickets.shared.ts'

/** Returns a function that reloads the number of unread tickets for the whole page. */
export function useCountUnread(): () => Promise<void> {
  const setUnread = useSetAtom(unreadTickets)
  return useCallback(async () => {
    const response = await callApi((api) => api.GET('/chat/chatHead'), { quiet: true })
    if (response.ok) setUnread(response.data.data.unread)
  }, [setUnread])
}

/** Returns a function that marks a ticket as read. If the server refuses, the counts of the page are unchanged. */
export function useMarkRead(chat_thread_id: number): () => Promise<void> {
  const countUnread = useCountUnread()
  return useCallback(async () => {
    const body = { chat_thread_id }
    const response = await callApi((api) => api.POST('/support/messageRead', { body }), { quiet: true })
    if (response.ok) await countUnread()
  }, [chat_thread_id, countUnread])
}
