import { useEffect, useRef, useState } from 'react'
import { Button } from '#platform/ui/button.tsx'
import { Checkbox } from '#platform/ui/checkbox.tsx'
import { Dialog } from '#platform/ui/dialog.tsx'
import { island } from '#platform/ui/island.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { shortcutTexts } from './shortcuts.texts.ts'
import { performShortcut, shortcutOf } from './shortcuts.ts'

/**
 * Keyboard shortcuts for staff who handle tickets, with a list of them. They can be turned off, for example for speech
 * input.
 */
export default island('support/shortcuts', { when: 'idle' }, Shortcuts)

const shortcuts = [
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
  const [isOn, setIsOn] = useState(true)
  const activeRef = useRef(true)
  useEffect(() => {
    activeRef.current = readEnabled()
    setIsOn(activeRef.current)
    const onKeyDown = (event: KeyboardEvent) => {
      const shortcut = activeRef.current ? shortcutOf(event) : null
      if (!shortcut) return
      if (shortcut === 'help') setOpen(true)
      else if (!performShortcut(shortcut)) return
      event.preventDefault()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
  const setEnabled = (next: boolean) => {
    activeRef.current = next
    setIsOn(next)
    saveEnabled(next)
  }
  return (
    <div className="max-lg:hidden">
      <Button variant="link" size="sm" className="-ml-3" onClick={() => setOpen(true)}>
        {t('title')}
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={t('title')}>
        <dl className="mb-4 grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2">
          {shortcuts.map(([key, action]) => (
            <div key={key} className="contents">
              <dt>
                <kbd className="figures inline-block min-w-8 rounded-md border bg-muted px-2 py-0.5 text-center">
                  {key}
                </kbd>
              </dt>
              <dd>{t(action)}</dd>
            </div>
          ))}
        </dl>
        <Checkbox
          checked={isOn}
          onChange={(event) => setEnabled(event.target.checked)}
          label={t('on')}
          hint={t('onHint')}
        />
      </Dialog>
    </div>
  )
}

const storageKey = 'support.shortcuts'

function readEnabled(): boolean {
  try {
    return localStorage.getItem(storageKey) !== 'off'
  } catch {
    return true
  }
}

function saveEnabled(on: boolean): void {
  try {
    if (on) localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, 'off')
  } catch {
    // The choice applies only to this page without storage.
  }
}
