import { useState } from 'react'
import { AlertDialog } from '#platform/ui/alert-dialog.tsx'
import { useApi } from '#platform/ui/api.ts'
import { Button } from '#platform/ui/button.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { toast } from '#platform/ui/toast.ts'
import { libraryTexts } from './library.texts.ts'
import type { Medium } from './send-medium.ts'

type Props = { medium: Pick<Medium, 'attachment_id' | 'name'>; label: string; onDeleted: () => void }

/** Deletes a file of the library after confirmation. */
export function DeleteMedium({ medium, label, onDeleted }: Props) {
  const t = useTexts(libraryTexts)
  const { call, busy } = useApi()
  const [isConfirming, setIsConfirming] = useState(false)
  const { attachment_id, name } = medium
  const remove = async () => {
    const response = await call((api) =>
      api.DELETE('/attachment/media/{attachment_id}', { params: { path: { attachment_id } } }),
    )
    setIsConfirming(false)
    if (!response.ok) return
    toast({ kind: 'success', text: t('deleted', { name }) })
    onDeleted()
  }
  return (
    <>
      <Button variant="destructive-outline" size="sm" onClick={() => setIsConfirming(true)}>
        {label}
      </Button>
      <AlertDialog
        open={isConfirming}
        onClose={() => setIsConfirming(false)}
        title={t('deleteTitle')}
        confirm={t('delete')}
        danger
        busy={busy}
        onConfirm={() => void remove()}
      >
        <p>{t('deleteText', { name })}</p>
      </AlertDialog>
    </>
  )
}
