import { pathTo } from '#platform/path-to.ts'
import { Button, SubmitButton } from '#platform/ui/button.tsx'
import { Dialog } from '#platform/ui/dialog.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { offerTexts } from './leaver-offer.texts.ts'

type Props = { code: string; saving: string; onClose: () => void }

export default function LeaverDialog({ code, saving, onClose }: Props) {
  const t = useTexts(offerTexts)
  return (
    <Dialog open onClose={onClose} title={t('title')}>
      <p>{t('body', { saving, code })}</p>
      <form method="post" action={pathTo('/checkout')} className="mt-4 flex flex-wrap justify-end gap-2">
        <input type="hidden" name="action" value="promo" />
        <input type="hidden" name="code" value={code} />
        <Button variant="outline" onClick={onClose}>
          {t('no')}
        </Button>
        <SubmitButton>{t('apply')}</SubmitButton>
      </form>
    </Dialog>
  )
}
