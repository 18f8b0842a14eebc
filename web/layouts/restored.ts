/**
 * For pages that browsers may restore on Back or Forward: if someone has signed out or another person has signed in
 * since, the page is hidden before it is painted and loaded again. A page that is not public is hidden until the server
 * has confirmed the session, which may have ended elsewhere. The script runs in the head, before any other.
 */
export const restoredScript = `{
const root = document.documentElement
const hide = () => {
  root.hidden = true
}
const again = () => {
  hide()
  location.reload()
}
const isSame = () => {
  try {
    return (localStorage.person ?? '') === root.dataset.person
  } catch {
    // Nothing says who was here last if storage is blocked.
    return false
  }
}
const goesOn = async () => {
  try {
    const request = { cache: 'no-store', signal: AbortSignal.timeout(10_000) }
    const { user } = await (await fetch('/api/user/getCurrentUser', request)).json()
    return String(user.user_id) === root.dataset.person
  } catch {
    return false
  }
}
const check = async (persisted) => {
  if (!isSame()) return again()
  if (root.dataset.restored !== 'ask') return
  hide()
  if (!(await goesOn())) return again()
  root.hidden = false
  if (persisted) dispatchEvent(new Event('restored'))
}
addEventListener('pageshow', (event) => event.persisted && check(true))
if (performance.getEntriesByType('navigation')[0]?.type === 'back_forward') check(false)
}`
