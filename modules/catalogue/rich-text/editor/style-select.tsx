import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { useTexts } from '#platform/ui/locale.tsx'
import { NativeSelect } from '#platform/ui/native-select.tsx'
import { editorTexts } from './editor.texts.ts'

const levels = [1, 2, 3, 4, 5, 6] as const
type Level = (typeof levels)[number]

/** 'Text Styles..': headers, subtitles and bodies. */
export function StyleSelect({ editor }: { editor: Editor }) {
  const t = useTexts(editorTexts)
  const value = useEditorState({ editor, selector: ({ editor: instance }) => styleOf(instance) })
  const options = [
    ...levels.map((level) => ({ value: `h${level}`, label: t('header', { level }) })),
    ...[1, 2].map((level) => ({ value: `subtitle-${level}`, label: t('subtitle', { level }) })),
    ...[1, 2].map((level) => ({ value: `body-${level}`, label: t('body', { level }) })),
  ]
  return (
    <span className="w-40">
      <NativeSelect
        data-tool=""
        aria-label={t('styles')}
        placeholder={t('styles')}
        options={options}
        value={value}
        onChange={({ currentTarget }) => setStyle(editor, currentTarget.value)}
      />
    </span>
  )
}

function styleOf(editor: Editor): string {
  if (editor.isActive('heading')) return `h${editor.getAttributes('heading').level}`
  return editor.getAttributes('paragraph').variant ?? ''
}

function setStyle(editor: Editor, style: string): void {
  const run = editor.chain().focus()
  const heading = /^h([1-6])$/.exec(style)?.[1]
  if (heading) run.setHeading({ level: Number(heading) as Level }).run()
  else
    run
      .setParagraph()
      .updateAttributes('paragraph', { variant: style || null })
      .run()
}
