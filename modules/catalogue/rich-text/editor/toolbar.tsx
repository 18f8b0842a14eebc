import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import {
  AlignCenter,
  AlignLeft,
  AlignRight,
  Baseline,
  Bold,
  Code,
  Images,
  Italic,
  Link,
  List,
  ListOrdered,
  Minus,
  PaintBucket,
  Quote,
  Redo2,
  Strikethrough,
  Subscript,
  Superscript,
  Table,
  Underline,
  Undo2,
} from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { useTexts } from '#platform/ui/locale.tsx'
import { ColorPanel } from './color-panel.tsx'
import { editorTexts } from './editor.texts.ts'
import { toggleScript } from './editor-schema.ts'
import { insertTable } from './insert-card.ts'
import { LinkPanel } from './link-panel.tsx'
import { StyleSelect } from './style-select.tsx'
import { TableTools } from './table-tools.tsx'
import { ToolButton, ToolGap, type ToolProps } from './tool-button.tsx'

type Panel = 'text' | 'fill' | 'cell' | 'link'
type Tool = ToolProps & { id: string }

/** Scrolls the row on a phone, because wrapped tools would cover the text. */
const toolRow = 'flex items-center gap-0.5 overflow-x-auto px-1.5 py-1 *:shrink-0 md:flex-wrap md:overflow-visible'

/** The tools above the text; arrows move between them. Larger panels open below them. */
export function EditorToolbar({ editor, onMedia }: { editor: Editor; onMedia?: (() => void) | undefined }) {
  const t = useTexts(editorTexts)
  const [panel, setPanel] = useState<Panel | null>(null)
  const state = useEditorState({ editor, selector: ({ editor: instance }) => stateOf(instance) })
  const toggle = (other: Panel) => setPanel((open) => (open === other ? null : other))
  const close = () => {
    setPanel(null)
    editor.commands.focus()
  }
  const renderTools = (tools: readonly Tool[]) => tools.map(({ id, ...tool }) => <ToolButton key={id} {...tool} />)
  return (
    <div className="sticky top-14 z-10 in-[.viewing]:top-27 rounded-t-md border-b bg-card">
      <div role="toolbar" aria-label={t('toolbar')} onKeyDown={moveFocus} className="grid grid-cols-1">
        <div className={toolRow}>
          {renderTools(useHistoryTools(editor, state))}
          <ToolGap />
          {renderTools(useMarkTools(editor, state))}
          <ToolGap />
          {onMedia && <ToolButton icon={Images} label={t('mediaLibrary')} onClick={onMedia} />}
          <StyleSelect editor={editor} />
          <ToolGap />
          {renderTools(useBlockTools(editor, state))}
          <ToolGap />
          <ToolButton
            icon={Baseline}
            label={t('textColor')}
            pressed={panel === 'text'}
            onClick={() => toggle('text')}
          />
          <ToolButton
            icon={PaintBucket}
            label={t('fillColor')}
            pressed={panel === 'fill'}
            onClick={() => toggle('fill')}
          />
          <ToolButton icon={Table} label={t('table')} disabled={state.inTable} onClick={() => insertTable(editor)} />
          <ToolButton
            icon={Link}
            label={t('link')}
            pressed={state.link || panel === 'link'}
            onClick={() => toggle('link')}
          />
        </div>
        {state.inTable && (
          <div className={toolRow}>
            <TableTools editor={editor} onColor={() => toggle('cell')} coloring={panel === 'cell'} />
          </div>
        )}
      </div>
      {panel === 'link' && <LinkPanel editor={editor} onClose={close} />}
      {panel && panel !== 'link' && <ColorPanel editor={editor} target={panel} onClose={close} />}
    </div>
  )
}

type ToolbarState = ReturnType<typeof stateOf>

const stateOf = (editor: Editor) => ({
  bold: editor.isActive('bold'),
  italic: editor.isActive('italic'),
  strike: editor.isActive('strike'),
  underline: editor.isActive('underline'),
  superscript: editor.isActive('superscript'),
  subscript: editor.isActive('subscript'),
  link: editor.isActive('link'),
  bulletList: editor.isActive('bulletList'),
  orderedList: editor.isActive('orderedList'),
  blockquote: editor.isActive('blockquote'),
  codeBlock: editor.isActive('codeBlock'),
  center: editor.isActive({ textAlign: 'center' }),
  right: editor.isActive({ textAlign: 'right' }),
  inTable: editor.isActive('table'),
  canUndo: editor.can().undo(),
  canRedo: editor.can().redo(),
})

function useHistoryTools(editor: Editor, { canUndo, canRedo }: ToolbarState): Tool[] {
  const t = useTexts(editorTexts)
  return [
    {
      id: 'undo',
      icon: Undo2,
      label: t('undo'),
      disabled: !canUndo,
      onClick: () => editor.chain().focus().undo().run(),
    },
    {
      id: 'redo',
      icon: Redo2,
      label: t('redo'),
      disabled: !canRedo,
      onClick: () => editor.chain().focus().redo().run(),
    },
  ]
}

function useMarkTools(editor: Editor, state: ToolbarState): Tool[] {
  const t = useTexts(editorTexts)
  const mark = (id: 'bold' | 'italic' | 'strike' | 'underline', icon: ToolProps['icon']): Tool => ({
    id,
    icon,
    label: t(id),
    pressed: state[id],
    onClick: () => editor.chain().focus().toggleMark(id).run(),
  })
  const script = (id: 'superscript' | 'subscript', icon: ToolProps['icon']): Tool => ({
    id,
    icon,
    label: t(id),
    pressed: state[id],
    onClick: () => toggleScript(editor, id),
  })
  return [
    mark('bold', Bold),
    mark('italic', Italic),
    mark('strike', Strikethrough),
    mark('underline', Underline),
    script('superscript', Superscript),
    script('subscript', Subscript),
  ]
}

function useBlockTools(editor: Editor, state: ToolbarState): Tool[] {
  const t = useTexts(editorTexts)
  const run = () => editor.chain().focus()
  const block = (
    id: 'bulletList' | 'orderedList' | 'blockquote' | 'codeBlock',
    icon: ToolProps['icon'],
    onClick: () => boolean,
  ) => ({
    id,
    icon,
    label: t(id),
    pressed: state[id],
    onClick,
  })
  const align = (id: 'left' | 'center' | 'right', icon: ToolProps['icon']) => ({
    id,
    icon,
    label: t(id),
    pressed: id === 'left' ? !state.center && !state.right : state[id],
    onClick: () => alignText(editor, id === 'left' ? null : id),
  })
  return [
    block('bulletList', List, () => run().toggleBulletList().run()),
    block('orderedList', ListOrdered, () => run().toggleOrderedList().run()),
    block('blockquote', Quote, () => run().toggleBlockquote().run()),
    block('codeBlock', Code, () => run().toggleCodeBlock().run()),
    { id: 'rule', icon: Minus, label: t('rule'), onClick: () => run().setHorizontalRule().run() },
    align('left', AlignLeft),
    align('center', AlignCenter),
    align('right', AlignRight),
  ]
}

const alignText = (editor: Editor, textAlign: string | null) =>
  editor.chain().focus().updateAttributes('paragraph', { textAlign }).updateAttributes('heading', { textAlign }).run()

/** Arrows, Home and End move between the tools. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  if ((event.target as HTMLElement).tagName === 'SELECT') return
  const tools = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-tool]')]
  const index = tools.indexOf(document.activeElement as HTMLElement)
  const moves: Record<string, number> = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: -1 }
  const to = moves[event.key]
  if (to === undefined || index < 0) return
  tools.at(to % tools.length)?.focus()
  event.preventDefault()
}
