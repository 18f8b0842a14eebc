import { lazy, Suspense, useState } from 'react'
import { Button } from '#platform/ui/button.tsx'
import { island } from '#platform/ui/island.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { useShortcuts } from '#platform/ui/shortcuts.ts'
import { paletteTexts } from './palette.texts.ts'
import type { PageEntry } from './palette-pages.ts'

/** Ctrl-K and a button; the dialog is loaded when first opened. */
export default island('backoffice/palette', { when: 'idle' }, Palette)

const PaletteDialog = lazy(() => import('./palette-dialog.tsx'))

function Palette({ pages }: { pages: PageEntry[] }) {
  const t = useTexts(paletteTexts)
  const [open, setOpen] = useState(false)
  useShortcuts(t('everywhere'), [{ key: 'mod+k', label: t('title'), run: () => setOpen(true) }])
  return (
    <>
      <Button
        variant="outline"
        size="sm"
        className="scripted"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpen(true)}
      >
        {t('open')}
        <span className="font-normal text-muted-foreground max-md:hidden">Ctrl K</span>
      </Button>
      {open && (
        <Suspense fallback={null}>
          <PaletteDialog pages={pages} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
