import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { type RefObject, useEffect, useId, useState } from 'react'
import { searchForm } from '#platform/search-form.ts'
import { cn } from '#platform/ui/cn.ts'
import { useTexts } from '#platform/ui/locale.tsx'
import { editorTexts } from './editor.texts.ts'
import { insertTable } from './insert-card.ts'

/** A slash at the beginning of a line, with the letters after it. */
type Slash = { from: number; to: number; letters: string }
type Item = { id: string; label: string; run: (editor: Editor) => unknown }

/** Handles a key before the editor does; true if the menu used it. */
export type MenuKeys = RefObject<((event: KeyboardEvent) => boolean) | null>

/** The slash before the cursor; null elsewhere, including the middle of a line. */
function findSlash({ state, isEditable }: Editor): Slash | null {
  const { $from, empty } = state.selection
  if (!isEditable || !empty || $from.parent.type.name !== 'paragraph') return null
  const before = $from.parent.textBetween(0, $from.parentOffset, undefined, '\ufffc')
  const letters = /^\/([\p{L}\d ]{0,20})$/u.exec(before)?.[1]
  return letters === undefined ? null : { from: $from.start(), to: $from.pos, letters }
}

/**
 * The menu of blocks that a line can become, beside its slash: arrows choose, Enter inserts, Escape leaves the slash
 * as text.
 */
export function SlashMenu({
  editor,
  keys,
  onMedia,
}: {
  editor: Editor
  keys: MenuKeys
  onMedia?: (() => void) | undefined
}) {
  const t = useTexts(editorTexts)
  const id = useId()
  const slash = useEditorState({ editor, selector: ({ editor: instance }) => findSlash(instance) })
  const [chosenIndex, setChosen] = useState(0)
  const [closedAt, setClosedAt] = useState<number | null>(null)
  const allItems = useItems(onMedia)
  const items = slash ? allItems.filter(({ label }) => matchesLetters(label, slash.letters)) : []
  const isOpen = slash !== null && closedAt !== slash.from && items.length > 0
  const active = items[Math.min(chosenIndex, items.length - 1)]
  const from = slash?.from ?? null
  // Each line has its own menu.
  useEffect(() => {
    if (from === null) setClosedAt(null)
    setChosen(0)
  }, [from])

  function insert(item: Item | undefined) {
    if (!slash || !item) return
    editor.chain().focus().deleteRange({ from: slash.from, to: slash.to }).run()
    item.run(editor)
  }

  keys.current = ({ key, isComposing }) => {
    if (!isOpen || isComposing) return false
    const index = Math.min(chosenIndex, items.length - 1)
    if (key === 'ArrowDown') setChosen((index + 1) % items.length)
    else if (key === 'ArrowUp') setChosen((index + items.length - 1) % items.length)
    else if (key === 'Enter' || key === 'Tab') insert(active)
    else if (key === 'Escape') setClosedAt(from)
    else return false
    return true
  }

  if (!isOpen) return null
  return (
    <>
      <div
        role="listbox"
        aria-label={t('slashMenu')}
        ref={(list) => positionMenu(list, editor, slash)}
        className="absolute start-4 z-20 max-h-72 w-64 overflow-y-auto rounded-md border bg-card p-1 shadow-over"
      >
        {items.map((item) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the text keeps the focus, and the menu handles its keys
          <div
            key={item.id}
            id={`${id}-${item.id}`}
            role="option"
            tabIndex={-1}
            aria-selected={item === active}
            // The text keeps the focus.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => insert(item)}
            className={cn(
              'flex min-h-11 cursor-pointer items-center rounded-sm px-3 md:min-h-9',
              item === active ? 'bg-accent text-accent-foreground' : 'hover:bg-muted',
            )}
          >
            {item.label}
          </div>
        ))}
      </div>
      <p role="status" className="sr-only">
        {active?.label}
      </p>
    </>
  )
}

const matchesLetters = (label: string, letters: string) =>
  searchForm(label)
    .split(/\s+/)
    .some((_word, index, words) => words.slice(index).join(' ').startsWith(searchForm(letters).trim()))

/** Positions the menu below the line of its slash. */
function positionMenu(list: HTMLElement | null, editor: Editor, { from }: Slash): void {
  const line = editor.view.domAtPos(from).node
  const element = line instanceof HTMLElement ? line : line.parentElement
  if (list && element) list.style.top = `${element.offsetTop + element.offsetHeight}px`
}

function useItems(onMedia: (() => void) | undefined): Item[] {
  const t = useTexts(editorTexts)
  const run = (editor: Editor) => editor.chain().focus()
  const header = (level: 1 | 2 | 3): Item => ({
    id: `header-${level}`,
    label: t('header', { level }),
    run: (editor) => run(editor).setHeading({ level }).run(),
  })
  return [
    header(1),
    header(2),
    header(3),
    { id: 'bullets', label: t('bulletList'), run: (editor) => run(editor).toggleBulletList().run() },
    { id: 'numbers', label: t('orderedList'), run: (editor) => run(editor).toggleOrderedList().run() },
    { id: 'quote', label: t('blockquote'), run: (editor) => run(editor).toggleBlockquote().run() },
    { id: 'code', label: t('codeBlock'), run: (editor) => run(editor).toggleCodeBlock().run() },
    { id: 'table', label: t('table'), run: insertTable },
    { id: 'rule', label: t('rule'), run: (editor) => run(editor).setHorizontalRule().run() },
    ...(onMedia ? [{ id: 'media', label: t('mediaLibrary'), run: onMedia }] : []),
  ]
}
