/** `action` offers one action beside the text. */
export type Toast = {
  kind?: 'success' | 'error' | 'info'
  text: string
  action?: { label: string; run: () => void }
}

/**
 * How long a toast stays, in ms: 2500; for errors and successes 50 per character plus 2300, at least 5000; at least
 * 10,000 with an action, which people must read and reach.
 */
export function toastTime({ kind = 'info', text, action }: Toast): number {
  const reading = kind === 'info' ? 2500 : Math.max(5000, 50 * text.length + 2300)
  return action ? Math.max(10_000, reading) : reading
}

const colors = {
  success: 'bg-green-soft text-green-ink border-green-ink',
  error: 'bg-red-soft text-red-ink border-red-ink',
  info: 'bg-foreground text-background border-foreground',
}
const symbols = { success: '✓', error: '!', info: '' }

/** Shows a message at the bottom of the page. It stays while the pointer or the focus is on it. */
export function toast(content: Toast): void {
  const region = document.getElementById('toasts')
  if (!region) return
  const box = region.appendChild(toastBox(content))
  announce(content.text)
  region.hidePopover?.() // reopened, it is above any dialog that opened since
  region.showPopover?.()
  const close = () => {
    box.remove()
    if (!region.childElementCount) region.hidePopover?.()
  }
  let timer: ReturnType<typeof setTimeout>
  const stopTimer = () => clearTimeout(timer)
  const release = () => {
    stopTimer()
    timer = setTimeout(close, toastTime(content))
  }
  release()
  for (const kind of ['pointerenter', 'focusin']) box.addEventListener(kind, stopTimer)
  for (const kind of ['pointerleave', 'focusout']) box.addEventListener(kind, release)
  box.querySelector('button')?.addEventListener('click', () => {
    close()
    content.action?.run()
  })
}

/**
 * Has screen readers read a change that loads no page. The text goes into a region that is on the page from the start:
 * they miss one that appears with its text. A modal dialog has its own region, because the page behind it is silent;
 * in the document it comes before that of the page.
 */
export function announce(text: string): void {
  const region = document.querySelector('dialog[open]>[role=status],body>[role=status]')
  // Emptied before, so that the same text is read a second time.
  region?.replaceChildren()
  setTimeout(() => region?.append(text), 100)
}

function toastBox({ kind = 'info', text, action }: Toast): HTMLElement {
  const box = document.createElement('div')
  box.className = `flex items-center gap-3 rounded-lg border px-4 py-3 font-semibold shadow-raised pointer-events-auto animate-[rise_150ms_ease-out] ${colors[kind]}`
  const paragraph = document.createElement('p')
  paragraph.textContent = `${symbols[kind]} ${text}`.trim()
  box.append(paragraph)
  if (action) {
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'ms-auto min-h-6 px-2 font-bold underline'
    button.textContent = action.label
    box.append(button)
  }
  return box
}
