import { type ComponentType, useId, useState } from 'react'
import type { MediaPickerProps } from '#modules/catalogue/rich-text/editor/editor.shared.ts'
import { Button } from '#platform/ui/button.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { courseEditorTexts } from './course-editor.texts.ts'
import { useNextFocus } from './use-next-focus.ts'

const maxFiles = 100

type Props = {
  /** The recordings' addresses, in playing order. */
  files: readonly string[]
  /** The addresses of files with other source names. */
  media?: Readonly<Record<string, string>>
  /** The library, limited to audio files. */
  picker: ComponentType<MediaPickerProps>
  onChange: (files: string[]) => void
}

/** The recordings of a lesson, for students who bought the narration. */
export function Narration({ files, media = {}, picker: Picker, onChange }: Props) {
  const t = useTexts(courseEditorTexts)
  const [picking, setPicking] = useState(false)
  const add = useId()
  const focusOn = useNextFocus()
  const close = () => {
    setPicking(false)
    focusOn(add)
  }
  return (
    <section className="grid grid-cols-1 gap-2">
      <h3 className="font-semibold">{t('narration')}</h3>
      <p className="text-sm text-muted-foreground">{t('narrationLead')}</p>
      <ol className="grid grid-cols-1 gap-2">
        {files.map((file, index) => (
          // A recording may be listed twice, so its key is its position.
          // biome-ignore lint/suspicious/noArrayIndexKey: a recording's key is its position
          <li key={index} className="flex flex-wrap items-center gap-2">
            {media[file] || file.startsWith('/') ? (
              // biome-ignore lint/a11y/useMediaCaption: the recording reads the text of the lesson
              <audio
                src={media[file] ?? file}
                controls
                preload="none"
                aria-label={t('narrationFile', { n: index + 1 })}
              />
            ) : (
              <span>{file}</span>
            )}
            <Button
              variant="ghost"
              size="icon-sm"
              aria-label={t('narrationRemove', { n: index + 1 })}
              onClick={() => {
                onChange(files.filter((_, position) => position !== index))
                focusOn(add)
              }}
            >
              ✕
            </Button>
          </li>
        ))}
      </ol>
      {files.length < maxFiles && (
        <div>
          <Button id={add} variant="outline" size="sm" onClick={() => setPicking(true)}>
            {t('narrationAdd')}
          </Button>
        </div>
      )}
      {picking && (
        <Picker
          onPick={({ src }) => {
            close()
            onChange([...files, String(src)])
          }}
          onClose={close}
        />
      )}
    </section>
  )
}
