import { useRef } from 'react'
import { Button } from '#platform/ui/button.tsx'
import { ShowLoaded, useLoaded } from '#platform/ui/loaded.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { toast } from '#platform/ui/toast.ts'
import { DeleteMedium } from './delete-medium.tsx'
import { libraryTexts } from './library.texts.ts'
import type { Medium } from './send-medium.ts'
import { UploadState } from './upload-parts.tsx'
import { useUpload } from './use-upload.ts'

const languages = [
  ['en', 'english'],
  ['es', 'spanish'],
] as const

type Related = { data: { error: boolean; data: { attachment_id: number; language: string | null; url: string }[] } }

/** The captions of a video: one file per language. */
export function MediumCaptions({ medium }: { medium: Medium }) {
  const t = useTexts(libraryTexts)
  const loaded = useLoaded<Related>(null, (api) =>
    api.POST('/attachment/getRelatedMedia', { body: { id: medium.attachment_id } }),
  )
  return (
    <div className="grid gap-2">
      <h3 className="font-semibold">{t('captions')}</h3>
      <p className="text-sm text-muted-foreground">{t('captionsHint')}</p>
      <ShowLoaded loaded={loaded}>
        {({ data }) => (
          <div className="flex flex-wrap gap-2">
            {languages.map(([language, name]) => (
              <Language
                key={language}
                medium={medium}
                language={language}
                name={t(name)}
                captions={data.data.find((file) => file.language === language)?.attachment_id}
                onDone={() => void loaded.reload()}
              />
            ))}
          </div>
        )}
      </ShowLoaded>
    </div>
  )
}

type LanguageProps = {
  medium: Medium
  language: 'en' | 'es'
  name: string
  /** The caption attachment, if any. */
  captions: number | undefined
  onDone: () => void
}

function Language({ medium, language, name, captions, onDone }: LanguageProps) {
  const t = useTexts(libraryTexts)
  const input = useRef<HTMLInputElement>(null)
  const uploading = useUpload(medium.organization_id, () => {
    toast({ kind: 'success', text: t('captionsSaved') })
    onDone()
  })
  const label = t(captions ? 'replaceCaptions' : 'addCaptions', { language: name })
  return (
    <div className="grid gap-2">
      <Button variant="outline" size="sm" busy={uploading.busy} onClick={() => input.current?.click()}>
        {label}
      </Button>
      {captions && (
        <DeleteMedium
          medium={{ attachment_id: captions, name: t('captionsName', { name: medium.name, language: name }) }}
          label={t('deleteCaptions', { language: name })}
          onDeleted={onDone}
        />
      )}
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        accept=".vtt,.srt"
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0]
          const captionsOf = { related_attachment_id: medium.attachment_id, language }
          if (file) void uploading.upload(file, captionsOf)
          currentTarget.value = ''
        }}
      />
      <UploadState uploading={uploading} />
    </div>
  )
}
