import { componentOf, maxBytes, mediaExtensions } from '#modules/catalogue/media/media-kind.shared.ts'
import { FileDrop } from '#platform/ui/file-drop.tsx'
import { fileSize } from '#platform/ui/file-size.ts'
import { useLocale, useTexts } from '#platform/ui/locale.tsx'
import { toast } from '#platform/ui/toast.ts'
import { libraryTexts } from './library.texts.ts'
import type { Medium } from './send-medium.ts'
import { UploadState } from './upload-parts.tsx'
import { useUpload } from './use-upload.ts'

type Only = 'image' | 'audio'

const accepted = (only?: Only) =>
  Object.entries(mediaExtensions)
    .filter(([, type]) => !only || componentOf(type) === only)
    .map(([extension]) => `.${extension}`)

type Props = { organization_id: number; only?: Only | undefined; onUploaded: (medium: Medium) => void }

/** Uploads a new file to the library. */
export function NewUpload({ organization_id, only, onUploaded }: Props) {
  const t = useTexts(libraryTexts)
  const locale = useLocale()
  const uploading = useUpload(organization_id, (medium) => {
    toast({ kind: 'success', text: t('uploaded', { name: medium.name }) })
    onUploaded(medium)
  })
  const size = (bytes: number) => fileSize(bytes, locale)
  const [other, audio, video] = [size(maxBytes.other), size(maxBytes.audio), size(maxBytes.video)]
  const lists = { image: 'pictureList', audio: 'audioList' } as const
  const list = t(only ? lists[only] : 'formatList', { other, audio, video })
  return (
    <div className="grid gap-4">
      <FileDrop
        accept={accepted(only).join(',')}
        hint={`${t('formats')}: ${list}`}
        busy={uploading.busy}
        onFile={(file) => void uploading.upload(file)}
      />
      <p className="text-sm text-muted-foreground">{t('resume')}</p>
      <UploadState uploading={uploading} />
    </div>
  )
}
