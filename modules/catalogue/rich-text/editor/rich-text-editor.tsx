import { lazy, Suspense, useEffect, useState } from 'react'
import { useTexts } from '#platform/ui/locale.tsx'
import type { RichTextEditorProps } from './editor.shared.ts'
import { editorTexts } from './editor.texts.ts'

const EditorSurface = lazy(() => import('./editor-surface.tsx'))

/** The rich text editor, for islands. Its 150 kB of script load when it is first shown, never on the server. */
export function RichTextEditor(props: RichTextEditorProps) {
  const [open, setOpen] = useState(false)
  useEffect(() => setOpen(true), [])
  return open ? (
    <Suspense fallback={<Loading />}>
      <EditorSurface {...props} />
    </Suspense>
  ) : (
    <Loading />
  )
}

function Loading() {
  const t = useTexts(editorTexts)
  return (
    <p role="status" className="rounded-md border border-input bg-card px-3 py-6 text-center text-muted-foreground">
      {t('loading')}
    </p>
  )
}
