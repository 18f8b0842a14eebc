import type { Editor } from '@tiptap/core'
import { EditorContent, ReactNodeViewRenderer, useEditor } from '@tiptap/react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { CardAttributes } from '#modules/catalogue/rich-text/render-media.ts'
import { useTexts } from '#platform/ui/locale.tsx'
import { toast } from '#platform/ui/toast.ts'
import type { RichTextEditorProps } from './editor.shared.ts'
import { editorTexts } from './editor.texts.ts'
import { EditorContext } from './editor-context.ts'
import { editorExtensions } from './editor-schema.ts'
import { insertCard } from './insert-card.ts'
import { MediaCardView } from './media-card-view.tsx'
import type { Dropped } from './paste.ts'
import { addReport } from './pending-reports.ts'
import { type MenuKeys, SlashMenu } from './slash-menu.tsx'
import { editableDocument, storedDocument } from './stored.ts'
import { EditorToolbar } from './toolbar.tsx'

/** The contract's delay between a change and its report. */
const reportDelayMs = 500

const notices = {
  pictures: 'droppedPictures',
  media: 'droppedMedia',
  forms: 'droppedForms',
  links: 'droppedLinks',
  depth: 'droppedDepth',
  numbering: 'droppedNumbering',
  comments: 'droppedComments',
  formulas: 'droppedFormulas',
} as const satisfies Record<Dropped, keyof typeof editorTexts>

export default function EditorSurface(props: RichTextEditorProps) {
  const { document, label, onChange, readOnly = false, mediaPicker: Picker, inlineQuiz, mediaUrls } = props
  const t = useTexts(editorTexts)
  const report = useReport(onChange)
  const [picking, setPicking] = useState(false)
  const menuKeys: MenuKeys = useRef(null)
  const editor = useEditor({
    immediatelyRender: false,
    shouldRerenderOnTransaction: false,
    injectCSS: false,
    editable: !readOnly,
    content: editableDocument(document),
    extensions: editorExtensions({
      onLimit: () => toast({ kind: 'error', text: t('tooLarge') }),
      onPasteDropped: (droppedKinds) => {
        for (const kind of droppedKinds) toast({ kind: 'info', text: t(notices[kind]) })
      },
      hint: t('hint'),
      card: (card) => card.extend({ addNodeView: () => ReactNodeViewRenderer(MediaCardView) }),
    }),
    editorProps: {
      handleKeyDown: (_view, event) => menuKeys.current?.(event) ?? false,
      attributes: { class: 'rt rt-editing', role: 'textbox', 'aria-multiline': 'true', 'aria-label': label },
    },
    onUpdate: ({ editor: changedEditor }) => report.schedule(changedEditor),
    onBlur: () => report.flush(),
  })
  useEffect(() => {
    if (editor?.isEditable === readOnly) editor.setEditable(!readOnly)
  }, [editor, readOnly])
  const settings = useMemo(() => ({ readOnly, inlineQuiz, mediaUrls }), [readOnly, inlineQuiz, mediaUrls])
  const pick = useCallback(
    (card: CardAttributes) => {
      setPicking(false)
      if (editor) insertCard(editor, card)
    },
    [editor],
  )
  if (!editor) return null
  return (
    <EditorContext value={settings}>
      <div className="rounded-md border border-input bg-card">
        {!readOnly && <EditorToolbar editor={editor} onMedia={Picker && (() => setPicking(true))} />}
        <div className="relative">
          <EditorContent editor={editor} className="px-4 py-3" />
          <SlashMenu editor={editor} keys={menuKeys} onMedia={Picker && (() => setPicking(true))} />
        </div>
      </div>
      {picking && Picker && <Picker onPick={pick} onClose={() => setPicking(false)} />}
    </EditorContext>
  )
}

/** Collects changes, and reports pending ones when the editor is left. */
function useReport(onChange: RichTextEditorProps['onChange']) {
  const latestOnChange = useRef(onChange)
  latestOnChange.current = onChange
  const pendingReport = useRef<{ editor: Editor; timer: ReturnType<typeof setTimeout> } | null>(null)
  const flush = useCallback(() => {
    if (!pendingReport.current) return
    clearTimeout(pendingReport.current.timer)
    const { editor } = pendingReport.current
    pendingReport.current = null
    latestOnChange.current?.(storedDocument(editor.getJSON()))
  }, [])
  const schedule = useCallback(
    (editor: Editor) => {
      pendingReport.current ??= { editor, timer: setTimeout(flush, reportDelayMs) }
    },
    [flush],
  )
  useEffect(() => {
    const remove = addReport(flush)
    return () => {
      remove()
      flush()
    }
  }, [flush])
  return { flush, schedule }
}
