import { FileDrop } from '../../../../platform/ui/file-drop.tsx'
import { fileSize } from '../../../../platform/ui/file-size.ts'
import { useLocale, useTexts } from '../../../../platform/ui/locale.tsx'
import { toast } from '../../../../platform/ui/toast.ts'
import { mediaExtensions, mostBytes } from '../media-kind.shared.ts'
import { libraryTexts } from './library.texts.ts'
import type { Medium } from './send-medium.ts'
import { UploadState } from './upload-parts.tsx'
import { useUpload } from './use-upload.ts'

const accept = Object.keys(mediaExtensions)
  .map((extension) => `.${extension}`)
  .join(',')

type Props = { organization_id: number; onUploaded: (medium: Medium) => void }

/** Uploads a new file to the library. */
export function NewUpload({ organization_id, onUploaded }: Props) {
  const t = useTexts(libraryTexts)
  const locale = useLocale()
  const uploading = useUpload(organization_id, (medium) => {
    toast({ kind: 'success', text: t('uploaded', { name: medium.name }) })
    onUploaded(medium)
  })
  const size = (bytes: number) => fileSize(bytes, locale)
  const list = t('formatList', {
    other: size(mostBytes.other),
    audio: size(mostBytes.audio),
    video: size(mostBytes.video),
  })
  return (
    <div className="grid gap-4">
      <FileDrop
        accept={accept}
        hint={`${t('formats')}: ${list}`}
        busy={uploading.busy}
        onFile={(file) => void uploading.upload(file)}
      />
      <p className="text-sm text-muted-foreground">{t('resume')}</p>
      <UploadState uploading={uploading} />
    </div>
  )
}
