import { type NodeViewProps, NodeViewWrapper } from '@tiptap/react'
import { attachmentIdIn } from '#modules/catalogue/rich-text/addresses.ts'
import { alignClasses } from '#modules/catalogue/rich-text/attributes.ts'
import { allowedWord } from '#modules/catalogue/rich-text/html.ts'
import { type CardAttributes, cardWidthClass } from '#modules/catalogue/rich-text/render-media.ts'
import { cn } from '#platform/ui/cn.ts'
import { useTexts } from '#platform/ui/locale.tsx'
import { CardTools } from './card-tools.tsx'
import { editorTexts } from './editor.texts.ts'
import { useEditorSettings } from './editor-context.ts'
import { MediaPreview } from './media-preview.tsx'
import { ResizeHandle } from './resize-handle.tsx'

/** A card as students see it, with its tools while selected. */
export function MediaCardView({ node, selected, updateAttributes, deleteNode }: NodeViewProps) {
  const { readOnly, inlineQuiz: InlineQuiz } = useEditorSettings()
  const attrs: CardAttributes = node.attrs
  const isQuiz = attrs.component === 'inline-quiz'
  const align = allowedWord(attrs.alignClass, alignClasses, 'center')
  const change = (changes: CardAttributes) => updateAttributes(changes)
  return (
    <NodeViewWrapper
      as="figure"
      data-drag-handle=""
      className={cn(
        'rt-media rt-card',
        `rt-media-${attrs.component}`,
        !isQuiz && `rt-align-${align} ${cardWidthClass(attrs)}`,
        selected && !readOnly && 'rt-card-selected',
      )}
    >
      <CardName attrs={attrs} />
      {isQuiz ? (
        InlineQuiz ? (
          <InlineQuiz attrs={attrs} readOnly={readOnly} />
        ) : (
          <QuizPlaceholder attrs={attrs} />
        )
      ) : (
        <div className="relative">
          <MediaPreview attrs={attrs} />
          {selected && !readOnly && <ResizeHandle attrs={attrs} onResize={change} />}
        </div>
      )}
      {selected && !readOnly && <CardTools attrs={attrs} onChange={change} onDelete={deleteNode} />}
    </NodeViewWrapper>
  )
}

function CardName({ attrs }: { attrs: CardAttributes }) {
  const t = useTexts(editorTexts)
  const id = attrs.attachment_id ?? attachmentIdIn(attrs.src)
  if (!id) return null
  return (
    <span contentEditable={false} className="rt-card-id">
      {t('id', { id: String(id) })}
    </span>
  )
}

function QuizPlaceholder({ attrs }: { attrs: CardAttributes }) {
  const t = useTexts(editorTexts)
  const ids = Array.isArray(attrs.questions) ? attrs.questions.join(', ') : ''
  return (
    <div contentEditable={false} className="rounded-md border border-dashed border-input px-4 py-3">
      <p className="font-semibold">{t('inlineQuiz')}</p>
      <p className="text-sm text-muted-foreground">{t('questions', { ids })}</p>
    </div>
  )
}
