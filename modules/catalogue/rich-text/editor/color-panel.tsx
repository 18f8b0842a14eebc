import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { backgroundClass, colorClass, fillSwatches, textSwatches } from '#modules/catalogue/rich-text/palette.ts'
import type { PlainKey } from '#platform/texts.ts'
import { Button } from '#platform/ui/button.tsx'
import { cn } from '#platform/ui/cn.ts'
import { useTexts } from '#platform/ui/locale.tsx'
import { editorTexts } from './editor.texts.ts'

type ColorTarget = 'text' | 'fill' | 'cell'

/** The colors that students see: the reader's palette, in light and dark. */
export function ColorPanel({ editor, target, onClose }: { editor: Editor; target: ColorTarget; onClose: () => void }) {
  const t = useTexts(editorTexts)
  const color = useEditorState({ editor, selector: ({ editor: instance }) => colorOf(instance, target) })
  const swatches = target === 'text' ? textSwatches : fillSwatches
  const classFor = target === 'text' ? colorClass : backgroundClass
  const title = { text: t('textColor'), fill: t('fillColor'), cell: t('cellColor') }[target]
  return (
    <fieldset className="rt flex max-w-none flex-wrap *:mt-0 items-center gap-1 border-t px-2 py-1.5">
      <legend className="sr-only">{title}</legend>
      <span aria-hidden="true" className="mr-1 text-sm text-muted-foreground">
        {title}
      </span>
      {[{ name: null, value: null }, ...swatches].map(({ name, value }) => (
        <button
          key={name ?? 'none'}
          type="button"
          title={name ? t(name as PlainKey<typeof editorTexts>) : t('noColor')}
          aria-label={name ? t(name as PlainKey<typeof editorTexts>) : t('noColor')}
          aria-pressed={classFor(color) === classFor(value)}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => setColor(editor, target, value)}
          className={cn(
            'size-11 rounded-md border border-input text-lg font-semibold aria-pressed:outline-2 aria-pressed:outline-primary md:size-8',
            classFor(value),
          )}
        >
          <span aria-hidden="true">{name ? 'A' : '∅'}</span>
        </button>
      ))}
      <Button variant="outline" size="sm" className="ml-auto" onClick={onClose}>
        {t('close')}
      </Button>
    </fieldset>
  )
}

function colorOf(editor: Editor, target: ColorTarget): unknown {
  if (target === 'cell')
    return editor.getAttributes('tableCell').background ?? editor.getAttributes('tableHeader').background ?? null
  const { color, backgroundColor } = editor.getAttributes('textStyle')
  return (target === 'text' ? color : backgroundColor) ?? null
}

function setColor(editor: Editor, target: ColorTarget, value: string | null): void {
  const commands = editor.chain().focus()
  if (target === 'cell') commands.setCellAttribute('background', value).run()
  else
    commands
      .setMark('textStyle', target === 'text' ? { color: value } : { backgroundColor: value })
      .command(({ tr, state, dispatch }) => {
        // An empty style is removed, so that it is not stored.
        const type = state.schema.marks.textStyle!
        const { from, to, empty } = tr.selection
        const hasColor = ({ color, backgroundColor }: Record<string, unknown>) => color || backgroundColor
        if (!dispatch) return true
        if (empty) {
          const storedMark = tr.storedMarks?.find((mark) => mark.type === type)
          if (storedMark && !hasColor(storedMark.attrs)) tr.removeStoredMark(type)
          return true
        }
        tr.doc.nodesBetween(from, to, (node, index) => {
          for (const mark of node.marks)
            if (mark.type === type && !hasColor(mark.attrs))
              tr.removeMark(Math.max(index, from), Math.min(index + node.nodeSize, to), mark)
        })
        return true
      })
      .run()
}
