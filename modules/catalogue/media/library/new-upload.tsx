import { useEffect, useState } from 'react'
import { componentOf, maxBytes, mediaExtensions } from '#modules/catalogue/media/media-kind.shared.ts'
import { FileDrop } from '#platform/ui/file-drop.tsx'
import { fileSize } from '#platform/ui/file-size.ts'
import { useLocale, useTexts } from '#platform/ui/locale.tsx'
import { StatusLine } from '#platform/ui/status-line.tsx'
import { toast } from '#platform/ui/toast.ts'
import { libraryTexts } from './library.texts.ts'
import type { Medium } from './send-medium.ts'
import { UploadState } from './upload-parts.tsx'
import { useUpload } from './use-upload.ts'

type Only = 'image' | 'audio'
/** The maximum number of queued files. */
const maxQueued = 50

const acceptedExtensions = (only?: Only) =>
  Object.entries(mediaExtensions)
    .filter(([, type]) => !only || componentOf(type) === only)
    .map(([extension]) => `.${extension}`)

type Props = { organization_id: number; only?: Only | undefined; onUploaded: (medium: Medium) => void }

/** Uploads new files to the library and selects the last one. */
export function NewUpload({ organization_id, only, onUploaded }: Props) {
  const t = useTexts(libraryTexts)
  const locale = useLocale()
  const uploading = useUpload(organization_id, (medium) => {
    toast({ kind: 'success', text: t('uploaded', { name: medium.name }) })
    onUploaded(medium)
  })
  const [queue, setQueue] = useState<readonly File[]>([])
  const { busy, duplicate, upload } = uploading
  // Uploads one file at a time, and none while a question about a duplicate is open.
  useEffect(() => {
    const [next, ...later] = queue
    if (!next || busy || duplicate) return
    setQueue(later)
    void upload(next)
  }, [queue, busy, duplicate, upload])
  const size = (bytes: number) => fileSize(bytes, locale)
  const [other, audio, video] = [size(maxBytes.other), size(maxBytes.audio), size(maxBytes.video)]
  const lists = { image: 'pictureList', audio: 'audioList' } as const
  const list = t(only ? lists[only] : 'formatList', { other, audio, video })
  return (
    <div className="grid gap-4">
      <FileDrop
        accept={acceptedExtensions(only).join(',')}
        hint={`${t('formats')}: ${list}`}
        multiple
        onFile={(file) => setQueue((before) => [...before, file].slice(0, maxQueued))}
      />
      {queue.length > 0 && (
        <StatusLine className="figures text-sm text-muted-foreground">{t('waiting', { n: queue.length })}</StatusLine>
      )}
      <p className="text-sm text-muted-foreground">{t('resume')}</p>
      <UploadState uploading={uploading} />
    </div>
  )
}
