import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import {
  BetweenHorizontalEnd,
  BetweenHorizontalStart,
  BetweenVerticalEnd,
  BetweenVerticalStart,
  FoldHorizontal,
  FoldVertical,
  Heading,
  PaintRoller,
  TableCellsMerge,
  TableCellsSplit,
  Trash2,
} from 'lucide-react'
import { useTexts } from '#platform/ui/locale.tsx'
import { editorTexts } from './editor.texts.ts'
import { ToolButton } from './tool-button.tsx'

type Props = { editor: Editor; onColor: () => void; coloring: boolean }

/** Actions for the table around the cursor. */
export function TableTools({ editor, onColor, coloring }: Props) {
  const t = useTexts(editorTexts)
  const can = useEditorState({
    editor,
    selector: ({ editor: instance }) => ({ merge: instance.can().mergeCells(), split: instance.can().splitCell() }),
  })
  const run = () => editor.chain().focus()
  const tools = [
    ['columnBefore', BetweenVerticalStart, () => run().addColumnBefore().run()],
    ['columnAfter', BetweenVerticalEnd, () => run().addColumnAfter().run()],
    ['deleteColumn', FoldHorizontal, () => run().deleteColumn().run()],
    ['rowBefore', BetweenHorizontalStart, () => run().addRowBefore().run()],
    ['rowAfter', BetweenHorizontalEnd, () => run().addRowAfter().run()],
    ['deleteRow', FoldVertical, () => run().deleteRow().run()],
    ['headerRow', Heading, () => run().toggleHeaderRow().run()],
  ] as const
  return (
    <>
      {tools.map(([id, icon, onClick]) => (
        <ToolButton key={id} icon={icon} label={t(id)} onClick={onClick} />
      ))}
      <ToolButton
        icon={TableCellsMerge}
        label={t('mergeCells')}
        disabled={!can.merge}
        onClick={() => run().mergeCells().run()}
      />
      <ToolButton
        icon={TableCellsSplit}
        label={t('splitCell')}
        disabled={!can.split}
        onClick={() => run().splitCell().run()}
      />
      <ToolButton icon={PaintRoller} label={t('cellColor')} pressed={coloring} onClick={onColor} />
      <ToolButton icon={Trash2} label={t('deleteTable')} onClick={() => run().deleteTable().run()} />
    </>
  )
}
