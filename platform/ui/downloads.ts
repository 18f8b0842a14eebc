import { documentLocale, pick, texts } from '#platform/texts.ts'
import { type Download, DownloadRefused, readDownload, saveFile } from './save-file.ts'
import { toast } from './toast.ts'

const words = texts({
  preparing: ['Getting your file…', 'Obteniendo su archivo…'],
})

/** Responses within this many milliseconds need no progress message. */
const quick = 1_000

/**
 * From now on, links to a call's file and forms that return one never leave the page: files are saved, and refusals are
 * shown in place. Elements with their own click handler are left alone, and so are clicks that open another tab.
 */
export function keepPageWhileDownloading(): void {
  document.addEventListener('click', (event) => {
    const link = (event.target as Element | null)?.closest?.('a')
    if (!link || event.defaultPrevented || event.button !== 0 || isElsewhere(link.target)) return
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || !isCall(link.href)) return
    event.preventDefault()
    void download(link, link.href)
  })
  document.addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement
    const action = form.getAttribute('action')
    if (event.defaultPrevented || action === null || isElsewhere(form.target) || !isCall(action)) return
    event.preventDefault()
    const body = new URLSearchParams()
    for (const [name, value] of new FormData(form, event.submitter)) body.append(name, String(value))
    void download(form, action, { method: 'POST', body })
  })
}

const isElsewhere = (target: string): boolean => target !== '' && target !== '_self'

function isCall(href: string): boolean {
  const url = new URL(href, location.href)
  return url.origin === location.origin && url.pathname.startsWith('/api/')
}

async function download(from: HTMLElement, href: string, init: RequestInit = {}): Promise<void> {
  if (from.ariaBusy === 'true') return
  from.ariaBusy = 'true'
  const patience = setTimeout(() => toast({ text: pick(documentLocale(), words.preparing) }), quick)
  try {
    deliver(await readDownload(href, init), href)
  } catch (error) {
    const refusal = error instanceof DownloadRefused ? error : new DownloadRefused(0, {})
    // If the person has been signed out, they sign in and come back to this page.
    if (refusal.status === 401) location.assign(init.method ? location.href : href)
    else toast({ kind: 'error', text: refusal.message })
  } finally {
    clearTimeout(patience)
    from.ariaBusy = null
  }
}

/** Files that the browser displays, such as a certificate for printing, open at their own address. */
function deliver({ file, name, inline }: Download, href: string): void {
  if (inline) location.assign(href)
  else saveFile(file, name)
}
