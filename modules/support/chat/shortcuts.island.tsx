import { useEffect, useRef, useState } from 'react'
import { Button } from '#platform/ui/button.tsx'
import { Checkbox } from '#platform/ui/checkbox.tsx'
import { Dialog } from '#platform/ui/dialog.tsx'
import { island } from '#platform/ui/island.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { shortcutTexts } from './shortcuts.texts.ts'
import { performShortcut, shortcutOf } from './shortcuts.ts'

/**
 * Keyboard shortcuts for staff who handle tickets, and their list. They can be turned off, for speech input for
 * example.
 */
export default island('support/shortcuts', { when: 'idle' }, Shortcuts)

const listed = [
  ['j', 'next'],
  ['k', 'previous'],
  ['Enter', 'open'],
  ['r', 'reply'],
  ['e', 'resolve'],
  ['/', 'search'],
  ['?', 'help'],
] as const

function Shortcuts() {
  const t = useTexts(shortcutTexts)
  const [open, setOpen] = useState(false)
  const [on, setOn] = useState(true)
  const active = useRef(true)
  useEffect(() => {
    active.current = readOn()
    setOn(active.current)
    const press = (event: KeyboardEvent) => {
      const shortcut = active.current ? shortcutOf(event) : null
      if (!shortcut) return
      if (shortcut === 'help') setOpen(true)
      else if (!performShortcut(shortcut)) return
      event.preventDefault()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
  const turn = (next: boolean) => {
    active.current = next
    setOn(next)
    saveOn(next)
  }
  return (
    <div className="max-lg:hidden">
      <Button variant="link" size="sm" className="-ml-3" onClick={() => setOpen(true)}>
        {t('title')}
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={t('title')}>
        <dl className="mb-4 grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2">
          {listed.map(([key, what]) => (
            <div key={key} className="contents">
              <dt>
                <kbd className="figures inline-block min-w-8 rounded-md border bg-muted px-2 py-0.5 text-center">
                  {key}
                </kbd>
              </dt>
              <dd>{t(what)}</dd>
            </div>
          ))}
        </dl>
        <Checkbox checked={on} onChange={(event) => turn(event.target.checked)} label={t('on')} hint={t('onHint')} />
      </Dialog>
    </div>
  )
}

const storageKey = 'support.shortcuts'

function readOn(): boolean {
  try {
    return localStorage.getItem(storageKey) !== 'off'
  } catch {
    return true
  }
}

function saveOn(on: boolean): void {
  try {
    if (on) localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, 'off')
  } catch {
    // Without storage it applies until the page is left.
  }
}
