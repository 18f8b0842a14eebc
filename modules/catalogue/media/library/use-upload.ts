import { useCallback, useEffect, useRef, useState } from 'react'
import { maxBytesOf } from '#modules/catalogue/media/media-kind.shared.ts'
import { fileSize } from '#platform/ui/file-size.ts'
import { useLocale, useTexts } from '#platform/ui/locale.tsx'
import { toast } from '#platform/ui/toast.ts'
import { libraryTexts } from './library.texts.ts'
import { type AttachmentOptions, type Medium, type StartedUpload, saveMedium, uploadFile } from './send-medium.ts'

export type Progress = { name: string; sent: number; size: number }
type Duplicate = { file: File; started: StartedUpload; options: AttachmentOptions; names: string[] }

/** Milliseconds for which the full bar stays visible. */
const fullBarMs = 1500

/** Uploads one file at a time: progress, duplicate question and cancel. */
export function useUpload(organization_id: number, onDone: (medium: Medium) => void) {
  const t = useTexts(libraryTexts)
  const locale = useLocale()
  const [progress, setProgress] = useState<Progress | null>(null)
  const [busy, setBusy] = useState(false)
  const [duplicate, setDuplicate] = useState<Duplicate | null>(null)
  const stop = useRef<AbortController | null>(null)
  const onDoneRef = useRef(onDone)
  onDoneRef.current = onDone
  useEffect(() => () => stop.current?.abort(), [])

  const save = useCallback(async (file: File, started: StartedUpload, options: AttachmentOptions) => {
    const response = await saveMedium(file, started, options)
    if (response.ok) {
      setTimeout(() => setProgress(null), fullBarMs)
      onDoneRef.current(response.data)
      return
    }
    setProgress(null)
    if (response.code === 'DUP') setDuplicate({ file, started, options, names: namesOf(response.body.duplicates) })
    else toast({ kind: 'error', text: response.message })
  }, [])

  const upload = useCallback(
    async (file: File, options: AttachmentOptions = {}) => {
      const limit = maxBytesOf(file.name)
      if (file.size > limit)
        return toast({ kind: 'error', text: t('tooLarge', { name: file.name, size: fileSize(limit, locale) }) })
      const controller = new AbortController()
      stop.current = controller
      setBusy(true)
      const onProgress = (sentCount: number, size: number) => setProgress({ name: file.name, sent: sentCount, size })
      onProgress(0, file.size)
      try {
        const response = await uploadFile(file, { organization_id, report: onProgress, signal: controller.signal })
        if (response.ok) await save(file, response.data, options)
        else {
          setProgress(null)
          toast({ kind: 'error', text: response.message })
        }
      } catch {
        setProgress(null)
        toast({ kind: 'error', text: t('failed') })
      } finally {
        setBusy(false)
      }
    },
    [organization_id, save, t, locale],
  )

  const keepDuplicate = useCallback(async () => {
    if (!duplicate) return
    const { file, started, options } = duplicate
    setDuplicate(null)
    setBusy(true)
    await save(file, started, { ...options, force: true })
    setBusy(false)
  }, [duplicate, save])

  return {
    progress,
    busy,
    upload,
    stop: () => stop.current?.abort(),
    duplicate,
    keepDuplicate,
    dropDuplicate: () => setDuplicate(null),
  }
}

const namesOf = (duplicates: unknown): string[] =>
  Array.isArray(duplicates)
    ? [...new Set(duplicates.map((duplicate: { user_filename: string }) => String(duplicate.user_filename)))]
    : []
