import { useRefreshGrid } from '#platform/grid/grid-changes.shared.ts'
import { FormAlert } from '#platform/ui/alert.tsx'
import { useApi } from '#platform/ui/api.ts'
import { Button } from '#platform/ui/button.tsx'
import { Dialog } from '#platform/ui/dialog.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { toast } from '#platform/ui/toast.ts'
import type { SavedPromoCode } from './promo-code.schema.ts'
import { promoTexts } from './promo-code.texts.ts'

/** Confirms a deletion, and reports whether the code was deleted or, because it had been used, ended instead. */
export function DeleteCodeDialog({ code, onClose }: { code: SavedPromoCode; onClose: () => void }) {
  const t = useTexts(promoTexts)
  const { call, busy, failure } = useApi()
  const refreshGrid = useRefreshGrid()

  async function onDelete() {
    const body = { deletedPromoCodes: [code.promo_code_id] }
    const response = await call((api) => api.POST('/settings/savePromoCodes', { body }), { quiet: true })
    if (!response.ok) return
    const text = t(response.data.ended.length > 0 ? 'endedNow' : 'deleted', { code: code.code })
    toast({ kind: 'success', text })
    refreshGrid()
    onClose()
  }

  const actions = (
    <Button variant="destructive" busy={busy} busyLabel={t('deleting')} onClick={onDelete}>
      {t('delete')}
    </Button>
  )
  return (
    <Dialog open onClose={onClose} title={t('delete')} actions={actions}>
      <FormAlert message={failure?.message ?? null} />
      <p>{t('deleteLead', { code: code.code })}</p>
    </Dialog>
  )
}
