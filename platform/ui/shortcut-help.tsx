import { useState } from 'react'
import { texts } from '#platform/texts.ts'
import { Button } from './button.tsx'
import { Checkbox } from './checkbox.tsx'
import { Dialog } from './dialog.tsx'
import { useTexts } from './locale.tsx'
import { shortcutsOfPage, singleKeysOn, turnSingleKeys, useShortcuts } from './shortcuts.ts'

const messages = texts({
  title: ['Keyboard shortcuts', 'Atajos de teclado'],
  page: ['This page', 'Esta página'],
  show: ['Show keyboard shortcuts', 'Mostrar los atajos de teclado'],
  on: ['Use single-key shortcuts', 'Usar teclas sin Ctrl'],
  onHint: [
    'Turn this off if you use voice input. It applies to this browser.',
    'Desactívelo si controla su computadora con la voz. Se aplica a este navegador.',
  ],
  escape: ['Esc', 'Esc'],
  enter: ['Enter', 'Enter'],
})

/** A button that lists the page's shortcuts, like '?'; for devices with a keyboard. */
export function ShortcutHelp() {
  const t = useTexts(messages)
  const [open, setOpen] = useState(false)
  useShortcuts(t('page'), [{ key: '?', label: t('show'), run: () => setOpen(true) }])
  return (
    <>
      <Button
        variant="link"
        size="sm"
        className="scripted pointer-coarse:hidden print:hidden"
        aria-keyshortcuts="?"
        onClick={() => setOpen(true)}
      >
        {t('title')} <Key name="?" />
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={t('title')}>
        <Keys />
      </Dialog>
    </>
  )
}

function Keys() {
  const t = useTexts(messages)
  const [on, setOn] = useState(singleKeysOn)
  return (
    <div className="grid gap-4">
      {shortcutsOfPage().map(({ title, shortcuts }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list does not change while it is shown
        <section key={index} aria-label={title}>
          <h3 className="font-semibold">{title}</h3>
          <dl className="mt-1 grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1.5">
            {shortcuts.map(({ key, label }) => (
              <div key={key} className="contents">
                <dt>{label}</dt>
                <dd className="text-end">
                  <Key name={key} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <Checkbox
        label={t('on')}
        hint={t('onHint')}
        checked={on}
        onChange={({ currentTarget }) => {
          turnSingleKeys(currentTarget.checked)
          setOn(currentTarget.checked)
        }}
      />
    </div>
  )
}

const keyClasses = 'rounded-sm border bg-muted px-1.5 font-mono text-sm text-foreground'

function Key({ name }: { name: string }) {
  const t = useTexts(messages)
  const keyNames: Record<string, string> = { Escape: t('escape'), Enter: t('enter') }
  if (!name.startsWith('mod+')) return <kbd className={keyClasses}>{keyNames[name] ?? name}</kbd>
  return (
    <span className="whitespace-nowrap">
      <kbd className={keyClasses}>Ctrl</kbd> / <kbd className={keyClasses}>⌘</kbd> +{' '}
      <kbd className={keyClasses}>{name.slice(4).toUpperCase()}</kbd>
    </span>
  )
}
