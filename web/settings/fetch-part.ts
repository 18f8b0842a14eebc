import { asPart, inPlace, nextPage } from '#platform/web/in-place.ts'
import { readSettingsPath } from './settings-paths.shared.ts'

export type Part = { path: string; title: string; html: { __html: string } }
/** A form to send. */
export type Sending = FormData
type Answer = Part | { leave: string } | null

/** A settings page to show within this one: `leave` if it is another kind of page, null if there was no response. */
export async function fetchPart(path: string, sending?: Sending): Promise<Answer> {
  const headers = { [inPlace]: '1', [asPart]: '1' }
  try {
    const response = await fetch(path, sending ? { method: 'POST', body: plain(sending), headers } : { headers })
    const next = response.headers.get(nextPage)
    if (next !== null) {
      const nextPath = readSettingsPath({ href: next })
      if (nextPath === null) return { leave: next }
      // The form is saved. If the next page can't be loaded here, the browser goes there.
      return (await fetchPart(nextPath)) ?? (sending ? { leave: next } : null)
    }
    return response.status < 500 ? partOf(path, await response.text()) : null
  } catch {
    return null
  }
}

/** None of these forms has a file. */
const plain = (form: FormData) =>
  new URLSearchParams([...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])))

/** The page's heading is the dialog's title. */
function partOf(path: string, html: string): Part | null {
  const main = new DOMParser().parseFromString(html, 'text/html').querySelector('main')
  const heading = main?.querySelector('h1')
  if (!main || !heading) return null
  const title = heading.textContent ?? ''
  heading.remove()
  return { path, title, html: { __html: main.innerHTML } }
}
