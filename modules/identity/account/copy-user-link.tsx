import { Button } from '../../../platform/ui/button.tsx'
import { useTexts } from '../../../platform/ui/locale.tsx'
import { toast } from '../../../platform/ui/toast.ts'
import { accountWords } from './account.texts.ts'
import type { AccountPlace } from './account-place.shared.ts'
import { userLink } from './account-tabs.shared.ts'

/** Copies the address by which staff open the account. */
export function CopyUserLink({ place }: { place: AccountPlace }) {
  const t = useTexts(accountWords)
  const copy = async () => {
    const link = new URL(userLink(place), location.origin).href
    // Refused where the page is not secure, or the person does not allow it: then the link can be copied by hand.
    const copied = await navigator.clipboard?.writeText(link).then(
      () => true,
      () => false,
    )
    toast(copied ? { kind: 'success', text: t('copied') } : { kind: 'error', text: t('notCopied', { link }) })
  }
  return (
    <Button look="quiet" size="small" id="user-link" className="scripted" onClick={copy}>
      {t('copyLink')}
    </Button>
  )
}
