/**
 * For pages that browsers may bring back by Back or Forward: if someone has signed out or another person has signed in
 * since, the page is hidden before it is painted and loaded again. It runs in the head, before any other script.
 */
export const restoredScript = `{
const root = document.documentElement
const check = () => {
  if ((localStorage.person ?? '') === root.dataset.person) return
  root.hidden = true
  location.reload()
}
addEventListener('pageshow', (event) => event.persisted && check())
if (performance.getEntriesByType('navigation')[0]?.type === 'back_forward') check()
}`
