/**
 * From now on, links to a call's file and forms that return one never leave the page: files are saved, and refusals are
 * shown in place. Elements with their own click handler are left alone, and so are clicks that open another tab.
 */
export function downloadInPlace(): void {
  document.addEventListener('click', (event) => {
    const link = (event.target as Element | null)?.closest?.('a')
    if (!link || event.defaultPrevented || event.button !== 0 || isElsewhere(link.target)) return
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || !isCall(link.href)) return
    event.preventDefault()
    fetchFile(link, link.href)
  })
  document.addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement
    const action = form.getAttribute('action')
    if (event.defaultPrevented || action === null || isElsewhere(form.target) || !isCall(action)) return
    event.preventDefault()
    const body = new URLSearchParams([...new FormData(form, event.submitter)] as [string, string][])
    if (form.method === 'post') fetchFile(form, action, { method: 'POST', body })
    else fetchFile(form, `${action}?${body}`)
  })
}

const isElsewhere = (target: string): boolean => target !== '' && target !== '_self'

function isCall(href: string): boolean {
  const url = new URL(href, location.href)
  return url.origin === location.origin && url.pathname.startsWith('/api/')
}

/** Most pages are left before a file is requested, so the code for it is loaded then. */
function fetchFile(from: HTMLElement, href: string, init?: RequestInit): void {
  import('./downloads.ts').then(({ download }) => download(from, href, init)).catch(console.error)
}
