import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '#platform/ui/button.tsx'
import { FieldError } from '#platform/ui/field.tsx'
import { Input } from '#platform/ui/input.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { editorTexts } from './editor.texts.ts'
import { linkAddress } from './link-address.ts'

/** Enters, changes or removes a link's address. */
export function LinkPanel({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const t = useTexts(editorTexts)
  const current = useEditorState({
    editor,
    selector: ({ editor: instance }) => (instance.getAttributes('link').href as string) ?? '',
  })
  const [typed, setTyped] = useState<string | null>(null)
  const [isInvalid, setIsInvalid] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const save = () => {
    const href = linkAddress(typed ?? current)
    setIsInvalid(href === null)
    if (href === null) return
    setLink(editor, href)
    onClose()
  }
  const remove = () => {
    editor.chain().focus().extendMarkRange('link').unsetLink().run()
    onClose()
  }
  return (
    // Not a form: the editor may be inside one.
    <fieldset className="flex flex-wrap items-center gap-2 border-t px-2 py-1.5">
      <legend className="sr-only">{t('link')}</legend>
      <Input
        ref={field}
        className="min-w-48 flex-1"
        placeholder={t('enterUrl')}
        aria-label={t('enterUrl')}
        aria-invalid={isInvalid || undefined}
        value={typed ?? current}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' && event.key !== 'Enter') return
          event.preventDefault()
          event.stopPropagation()
          if (event.key === 'Enter') save()
          else onClose()
        }}
      />
      <Button size="sm" onClick={save}>
        {t(current ? 'updateLink' : 'addLink')}
      </Button>
      {current && (
        <Button variant="destructive-outline" size="sm" onClick={remove}>
          {t('deleteLink')}
        </Button>
      )}
      <Button variant="outline" size="sm" onClick={onClose}>
        {t('close')}
      </Button>
      {isInvalid && <FieldError>{t('wrongUrl')}</FieldError>}
    </fieldset>
  )
}

/** Links the selection, or the whole link around the cursor; without either, the address becomes the text. */
function setLink(editor: Editor, href: string): void {
  const { empty } = editor.state.selection
  if (empty && !editor.isActive('link'))
    editor
      .chain()
      .focus()
      .insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] })
      .run()
  else editor.chain().focus().extendMarkRange('link').setLink({ href }).run()
}
