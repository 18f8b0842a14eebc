import { type DragEvent, useId, useRef, useState } from 'react'
import { texts } from '#platform/texts.ts'
import { Button } from './button.tsx'
import { cn } from './cn.ts'
import { useTexts } from './locale.tsx'

const messages = texts({
  choose: ['Choose a file', 'Elegir un archivo'],
  chooseSeveral: ['Choose files', 'Elegir archivos'],
  dropSeveral: ['or drop them here', 'o suéltelos aquí'],
  drop: ['or drop it here', 'o suéltelo aquí'],
})

type FileDropProps = {
  /** Filter for the browser's file dialog: '.pdf,.png'. */
  accept: string
  /** Describes the accepted types and size. */
  hint: string
  busy?: boolean
  /** Takes several files at once; `onFile` is called for each. */
  multiple?: boolean
  onFile: (file: File) => void
}

/** Takes a file, or several: chosen with the button, or dropped. */
export function FileDrop({ accept, hint, busy = false, multiple = false, onFile }: FileDropProps) {
  const t = useTexts(messages)
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setIsOver] = useState(false)
  const choose = t(multiple ? 'chooseSeveral' : 'choose')
  const takeFiles = (files: FileList | null | undefined) => {
    for (const file of [...(files ?? [])].slice(0, multiple ? undefined : 1)) if (!busy) onFile(file)
    // Allows choosing the same file again.
    if (input.current) input.current.value = ''
  }
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    takeFiles(event.dataTransfer.files)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way beside the button
    <div
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={onDrop}
      className={cn(
        'grid justify-items-center gap-1 rounded-lg border border-dashed px-4 py-5 text-center scripted',
        isOver ? 'border-primary bg-accent' : 'border-input bg-muted',
      )}
    >
      <input
        ref={input}
        type="file"
        hidden
        multiple={multiple}
        accept={accept}
        aria-label={choose}
        onChange={({ currentTarget }) => takeFiles(currentTarget.files)}
      />
      <p>
        <Button variant="outline" size="sm" busy={busy} aria-describedby={id} onClick={() => input.current?.click()}>
          {choose}
        </Button>{' '}
        <span className="text-muted-foreground max-sm:hidden">{t(multiple ? 'dropSeveral' : 'drop')}</span>
      </p>
      <p id={id} className="text-sm text-muted-foreground">
        {hint}
      </p>
    </div>
  )
}
