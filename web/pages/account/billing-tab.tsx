import { methodTexts } from '../../../modules/checkout/payment-methods/payment-methods.texts.ts'
import { SavedCards } from '../../../modules/identity/account/saved-cards.shared.tsx'
import { LinkButton } from '../../../platform/ui/button.tsx'
import { useTexts } from '../../../platform/ui/locale.tsx'
import { carry, type Frame } from '../../../platform/web/frame.ts'
import type { UserDetails } from './load-account.ts'

type Props = { methods: UserDetails['data']['payment']; own: boolean; frame: Frame }

/** The saved cards, and for their owner the way to change them. */
export function BillingTab({ methods, own, frame }: Props) {
  const t = useTexts(methodTexts)
  return (
    <div className="grid gap-4">
      <SavedCards methods={methods} own={own} />
      {own && <p className="text-sm text-muted">{t('kept')}</p>}
      {own && (
        <p>
          <LinkButton href={carry(frame, '/settings/cards')} look="secondary">
            {t('manage')}
          </LinkButton>
        </p>
      )}
    </div>
  )
}
