import { useRef, useState } from 'react'
import type { Locale } from '#platform/texts.ts'
import { AlertDialog } from '#platform/ui/alert-dialog.tsx'
import { useApi } from '#platform/ui/api.ts'
import { Button } from '#platform/ui/button.tsx'
import { FileDrop } from '#platform/ui/file-drop.tsx'
import { fileSize } from '#platform/ui/file-size.ts'
import { useLocale, useTexts } from '#platform/ui/locale.tsx'
import { Progress } from '#platform/ui/progress.tsx'
import { sendFile } from '#platform/ui/send-file.ts'
import { toast } from '#platform/ui/toast.ts'
import { documentTexts } from './documents.texts.ts'
import { fileTypeOf } from './file-type.ts'

/** The call's fields for the owner of documents. */
export type DocumentOwner = { user_id: number } | { lk_entity_type_id: 4; entity_id: number }
type Props = { owner: DocumentOwner; accept: readonly string[]; limit: number; onDone: () => Promise<void> }
type Duplicate = { file: File; names: string[] }

/** Milliseconds for which the full bar stays visible. */
const fullBarMs = 1500

/** Uploads a document and shows the progress; asks about a duplicate. */
export function DocumentUpload({ owner, accept, limit, onDone }: Props) {
  const t = useTexts(documentTexts)
  const locale = useLocale()
  const { call, busy } = useApi()
  const [progress, setProgress] = useState<{ name: string; sent: number; size: number } | null>(null)
  const [duplicate, setDuplicate] = useState<Duplicate | null>(null)
  const stop = useRef<AbortController | null>(null)

  async function upload(file: File, force = false) {
    if (file.size > limit)
      return toast({ kind: 'error', text: t('tooLarge', { name: file.name, size: fileSize(limit, locale) }) })
    const controller = new AbortController()
    stop.current = controller
    const onProgress = (sentCount: number, size: number) => setProgress({ name: file.name, sent: sentCount, size })
    onProgress(0, file.size)
    const path = uploadPath(owner, file, force)
    const response = await call(() => sendFile(path, file, onProgress, controller.signal), { quiet: true })
    if (!response.ok) {
      setProgress(null)
      if (response.code === 'DUP') setDuplicate({ file, names: namesOf(response.body.duplicates) })
      else if (!controller.signal.aborted) toast({ kind: 'error', text: response.message })
      return
    }
    onProgress(file.size, file.size)
    setTimeout(() => setProgress(null), fullBarMs)
    toast({ kind: 'success', text: t('uploaded', { name: file.name }) })
    await onDone()
  }

  return (
    <>
      <FileDrop
        accept={accept.join(',')}
        hint={t('hint', { types: accept.join(', '), size: fileSize(limit, locale) })}
        busy={busy}
        onFile={(file) => void upload(file)}
      />
      {progress && (
        <div className="flex items-end gap-3">
          <Progress
            label={t('uploading', { name: progress.name })}
            value={progress.sent}
            max={progress.size || 1}
            note={progressNote(progress, locale)}
            className="min-w-0 flex-1"
          />
          {busy && (
            <Button variant="outline" size="sm" onClick={() => stop.current?.abort()}>
              {t('stop')}
            </Button>
          )}
        </div>
      )}
      <AlertDialog
        open={duplicate !== null}
        onClose={() => setDuplicate(null)}
        title={t('duplicateTitle')}
        confirm={t('upload')}
        onConfirm={() => {
          if (duplicate) void upload(duplicate.file, true)
          setDuplicate(null)
        }}
      >
        <p>{t('duplicateText')}</p>
        <ul className="mt-2 list-disc ps-5">
          {duplicate?.names.map((name) => (
            <li key={name}>{name}</li>
          ))}
        </ul>
      </AlertDialog>
    </>
  )
}

function uploadPath(owner: DocumentOwner, file: File, force: boolean): string {
  const query = new URLSearchParams({
    ...Object.fromEntries(Object.entries(owner).map(([name, value]) => [name, String(value)])),
    lk_file_type_id: String(fileTypeOf(file)),
    file_name: file.name,
    ...(force && { force: '1' }),
  })
  return `/attachment/document-upload?${query}`
}

const progressNote = ({ sent, size }: { sent: number; size: number }, locale: Locale) =>
  `${fileSize(sent, locale)} / ${fileSize(size, locale)} · ${size ? Math.round((sent / size) * 100) : 100} %`

const namesOf = (duplicates: unknown): string[] =>
  Array.isArray(duplicates) ? [...new Set(duplicates.map(({ name }: { name: string }) => String(name)))] : []
