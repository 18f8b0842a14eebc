/**
 * For a page whose only islands wait for a press: loads the scripts of islands at the first press on one of them, or
 * immediately if one was left open on the previous page. Otherwise such a page would need all scripts, or its links
 * would lead to other pages.
 */
export const pressLoader = (entry: string): string => `{
const load = () => import(${JSON.stringify(entry)})
const onPress = (event) => {
  const link = event.target.closest?.('[data-island] a[data-press]')
  if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  removeEventListener('click', onPress)
  load().then(() => link.click(), () => location.assign(link.href))
}
addEventListener('click', onPress)
try {
  const draftOf = (island) => sessionStorage.getItem('draft:' + document.documentElement.dataset.person + ':' + island)
  const waiting = [...document.querySelectorAll('x-island[when=press]')]
  if (waiting.some((mark) => draftOf(mark.getAttribute('name')))) {
    removeEventListener('click', onPress)
    load()
  }
} catch {
  // Without storage nothing was left open.
}
}`
