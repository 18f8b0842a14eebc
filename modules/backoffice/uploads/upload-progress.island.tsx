import { useEffect, useState } from 'react'
import { type ResponseOf, useApi } from '#platform/ui/api.ts'
import { island } from '#platform/ui/island.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { Progress } from '#platform/ui/progress.tsx'
import { uploadTexts } from './uploads.texts.ts'

type UploadProgressResponse = ResponseOf<'/student/upload/{student_upload_id}/progress'>
type Props = { student_upload_id: number; first: Pick<UploadProgressResponse, 'state' | 'done' | 'count'> }

const everyMs = 2_000

/** The progress of an upload or its undo; shows the result as soon as it ends. */
export default island('backoffice/upload-progress', { when: 'load' }, UploadProgress)

function UploadProgress({ student_upload_id, first }: Props) {
  const t = useTexts(uploadTexts)
  const { call } = useApi()
  const [progress, setProgress] = useState(first)
  const isRunning = progress.state === 'running' || progress.state === 'undoing'
  // biome-ignore lint/correctness/useExhaustiveDependencies: the island polls until the work ends, not with each render
  useEffect(() => {
    if (!isRunning) return
    let stopped = false
    let timer: ReturnType<typeof setTimeout>
    async function poll() {
      // A background tab does not poll, and catches up when it is visible again.
      if (document.visibilityState === 'visible') {
        const path = { student_upload_id }
        const response = await call(
          (api) => api.GET('/student/upload/{student_upload_id}/progress', { params: { path } }),
          { quiet: true },
        )
        if (stopped) return
        if (response.ok) {
          const { state } = response.data
          if (state !== 'running' && state !== 'undoing') return location.reload()
          setProgress(response.data)
        }
      }
      timer = setTimeout(poll, everyMs)
    }
    timer = setTimeout(poll, everyMs)
    return () => {
      stopped = true
      clearTimeout(timer)
    }
  }, [isRunning, student_upload_id])
  const { done, count } = progress
  return <Progress label={t('rows')} value={done} max={Math.max(count, 1)} note={t('progress', { done, count })} />
}
