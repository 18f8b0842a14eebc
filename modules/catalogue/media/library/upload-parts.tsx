import { AlertDialog } from '#platform/ui/alert-dialog.tsx'
import { Button } from '#platform/ui/button.tsx'
import { fileSize } from '#platform/ui/file-size.ts'
import { useLocale, useTexts } from '#platform/ui/locale.tsx'
import { Progress } from '#platform/ui/progress.tsx'
import { libraryTexts } from './library.texts.ts'
import type { useUpload } from './use-upload.ts'

type UploadProps = { uploading: ReturnType<typeof useUpload> }

/** The progress of an upload in bytes and percent, or the question about a duplicate. */
export function UploadState({ uploading }: UploadProps) {
  const t = useTexts(libraryTexts)
  const locale = useLocale()
  const { progress, busy, stop, duplicate, keepDuplicate, dropDuplicate } = uploading
  return (
    <>
      {progress && (
        <div className="flex items-end gap-3">
          <Progress
            label={t('uploading', { percent: percentOf(progress) })}
            value={progress.sent}
            max={progress.size || 1}
            note={`${fileSize(progress.sent, locale)} / ${fileSize(progress.size, locale)}`}
            className="min-w-0 flex-1"
          />
          {busy && progress.sent < progress.size && (
            <Button variant="outline" size="sm" onClick={stop}>
              {t('stop')}
            </Button>
          )}
        </div>
      )}
      <AlertDialog
        open={duplicate !== null}
        onClose={dropDuplicate}
        title={t('duplicateTitle')}
        confirm={t('upload')}
        onConfirm={() => void keepDuplicate()}
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

const percentOf = ({ sent, size }: { sent: number; size: number }) => (size ? Math.round((sent / size) * 100) : 100)
