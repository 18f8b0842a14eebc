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
/** The most files that can wait in the queue. */
const maxWaiting = 50

const accepted = (only?: Only) =>
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
  const [waiting, setWaiting] = useState<readonly File[]>([])
  const { busy, duplicate, upload } = uploading
  // Uploads one file at a time, and none while a question about a duplicate is open.
  useEffect(() => {
    const [next, ...later] = waiting
    if (!next || busy || duplicate) return
    setWaiting(later)
    void upload(next)
  }, [waiting, busy, duplicate, upload])
  const size = (bytes: number) => fileSize(bytes, locale)
  const [other, audio, video] = [size(maxBytes.other), size(maxBytes.audio), size(maxBytes.video)]
  const lists = { image: 'pictureList', audio: 'audioList' } as const
  const list = t(only ? lists[only] : 'formatList', { other, audio, video })
  return (
    <div className="grid gap-4">
      <FileDrop
        accept={accepted(only).join(',')}
        hint={`${t('formats')}: ${list}`}
        multiple
        onFile={(file) => setWaiting((before) => [...before, file].slice(0, maxWaiting))}
      />
      {waiting.length > 0 && (
        <StatusLine className="figures text-sm text-muted-foreground">{t('waiting', { n: waiting.length })}</StatusLine>
      )}
      <p className="text-sm text-muted-foreground">{t('resume')}</p>
      <UploadState uploading={uploading} />
    </div>
  )
}
