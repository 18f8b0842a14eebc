import { useEffect, useRef, useState } from 'react'
import { coursesPath } from '#modules/catalogue/authoring/tabs.shared.ts'
import { courseEditorTexts } from '#modules/catalogue/course-editor/course-editor.texts.ts'
import { libraryTexts } from '#modules/catalogue/media/library/library.texts.ts'
import { sendParts } from '#modules/catalogue/media/library/send-medium.ts'
import { extensionOf } from '#modules/catalogue/media/media-kind.shared.ts'
import { callApi } from '#platform/ui/api.ts'
import { FileDrop } from '#platform/ui/file-drop.tsx'
import { fileSize } from '#platform/ui/file-size.ts'
import { island } from '#platform/ui/island.tsx'
import { useLocale, useTexts } from '#platform/ui/locale.tsx'
import { PageTitle, TextLink } from '#platform/ui/parts.tsx'
import { Progress } from '#platform/ui/progress.tsx'
import { toast } from '#platform/ui/toast.ts'
import { archiveTexts } from './archive.texts.ts'

/** Imports an exported course: uploads its bytes with progress, then starts the task. */
export default island('catalogue/course-import', { when: 'load' }, CourseImport)

function CourseImport() {
  const t = useTexts(archiveTexts)
  const e = useTexts(courseEditorTexts)
  const l = useTexts(libraryTexts)
  const locale = useLocale()
  const [progress, setProgress] = useState<{ sent: number; size: number } | null>(null)
  const stop = useRef(new AbortController())
  useEffect(() => () => stop.current.abort(), [])

  async function bring(file: File) {
    if (extensionOf(file.name) !== 'zip') return toast({ kind: 'error', text: t('notZip') })
    setProgress({ sent: 0, size: file.size })
    try {
      const body = { file_name: file.name, file_size: file.size, file_modified: file.lastModified }
      const response = await callApi((api) => api.POST('/course/archive/begin', { body }))
      if (response.ok) {
        const { upload_id, url, offset } = response.data
        const onProgress = (sentCount: number, size: number) => setProgress({ sent: sentCount, size })
        onProgress(offset, file.size)
        if (offset < file.size) await sendParts(file, url, onProgress, stop.current.signal)
        // The response leads to the task.
        await callApi((api) => api.POST('/course/archive/import', { body: { upload_id } }))
      }
    } catch {
      if (!stop.current.signal.aborted) toast({ kind: 'error', text: t('uploadFailed') })
    }
    setProgress(null)
  }

  return (
    <div className="mx-auto grid max-w-xl gap-4">
      <PageTitle>{t('importCourse')}</PageTitle>
      <p>{t('importLead')}</p>
      <FileDrop accept=".zip" hint={t('chooseZip')} busy={progress !== null} onFile={(file) => void bring(file)} />
      {progress && (
        <Progress
          label={l('uploading', { percent: Math.round((progress.sent / (progress.size || 1)) * 100) })}
          value={progress.sent}
          max={progress.size || 1}
          note={`${fileSize(progress.sent, locale)} / ${fileSize(progress.size, locale)}`}
        />
      )}
      <p>
        <TextLink href={coursesPath}>{e('back')}</TextLink>
      </p>
    </div>
  )
}
