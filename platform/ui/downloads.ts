import { documentLocale, localize, texts } from '#platform/texts.ts'
import { type Download, DownloadRefused, readDownload, saveFile } from './save-file.ts'
import { toast } from './toast.ts'

const messages = texts({
  preparing: ['Getting your file…', 'Obteniendo su archivo…'],
})

/** Responses within this many milliseconds need no progress message. */
const quickMs = 1_000

/** Fetches a file without leaving the page: it is saved or displayed, and a refusal is shown in place. */
export async function download(from: HTMLElement, href: string, init: RequestInit = {}): Promise<void> {
  if (from.ariaBusy === 'true') return
  from.ariaBusy = 'true'
  const timer = setTimeout(() => toast({ text: localize(documentLocale(), messages.preparing) }), quickMs)
  try {
    deliver(await readDownload(href, init), href)
  } catch (error) {
    const refusal = error instanceof DownloadRefused ? error : new DownloadRefused(0, {})
    // If the person has been signed out, they sign in and come back to this page.
    if (refusal.status === 401) location.assign(init.method ? location.href : href)
    else toast({ kind: 'error', text: refusal.message })
  } finally {
    clearTimeout(timer)
    from.ariaBusy = null
  }
}

/** Files that the browser displays, such as a certificate for printing, open at their own address. */
function deliver({ file, name, inline }: Download, href: string): void {
  if (inline) location.assign(href)
  else saveFile(file, name)
}
