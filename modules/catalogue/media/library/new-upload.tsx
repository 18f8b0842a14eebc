import { FileDrop } from '../../../../platform/ui/file-drop.tsx'
import { fileSize } from '../../../../platform/ui/file-size.ts'
import { useLocale, useTexts } from '../../../../platform/ui/locale.tsx'
import { toast } from '../../../../platform/ui/toast.ts'
import { imageFileType, mediaExtensions, mostBytes } from '../media-kind.shared.ts'
import { libraryTexts } from './library.texts.ts'
import type { Medium } from './send-medium.ts'
import { UploadState } from './upload-parts.tsx'
import { useUpload } from './use-upload.ts'

const accepted = (only?: 'image') =>
  Object.entries(mediaExtensions)
    .filter(([, type]) => !only || type === imageFileType)
    .map(([extension]) => `.${extension}`)

type Props = { organization_id: number; only?: 'image' | undefined; onUploaded: (medium: Medium) => void }

/** Uploads a new file to the library. */
export function NewUpload({ organization_id, only, onUploaded }: Props) {
  const t = useTexts(libraryTexts)
  const locale = useLocale()
  const uploading = useUpload(organization_id, (medium) => {
    toast({ kind: 'success', text: t('uploaded', { name: medium.name }) })
    onUploaded(medium)
  })
  const size = (bytes: number) => fileSize(bytes, locale)
  const [other, audio, video] = [size(mostBytes.other), size(mostBytes.audio), size(mostBytes.video)]
  const list = only ? t('pictureList', { other }) : t('formatList', { other, audio, video })
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
