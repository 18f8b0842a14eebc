const target = new EventTarget()
const latest = new Map<number, number>()

/** Tells the rest of the page which status a ticket has now. */
export function showStatus(chat_thread_id: number, lk_issue_status_id: number): void {
  latest.set(chat_thread_id, lk_issue_status_id)
  target.dispatchEvent(new Event('status'))
}

/** Calls `take` with the status of a ticket, now if it is known and whenever it changes; answers how to stop. */
export function onStatus(chat_thread_id: number, take: (lk_issue_status_id: number) => void): () => void {
  const read = () => {
    const status = latest.get(chat_thread_id)
    if (status !== undefined) take(status)
  }
  read()
  target.addEventListener('status', read)
  return () => target.removeEventListener('status', read)
}
