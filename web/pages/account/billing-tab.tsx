import { methodTexts } from '../../../modules/checkout/payment-methods/payment-methods.texts.ts'
import { LinkButton } from '../../../platform/ui/button.tsx'
import { useTexts } from '../../../platform/ui/locale.tsx'
import { EmptyState } from '../../../platform/ui/parts.tsx'
import { carry, type Frame } from '../../../platform/web/frame.ts'
import type { UserDetails } from './load-account.ts'

type Props = { methods: UserDetails['data']['payment']; own: boolean; frame: Frame }

/** What a person's saved cards are recognised by; only they themselves change them. */
export function BillingTab({ methods, own, frame }: Props) {
  const t = useTexts(methodTexts)
  return (
    <div className="grid gap-4">
      {methods.length === 0 ? (
        <EmptyState title={t('none')}>{own && t('noneText')}</EmptyState>
      ) : (
        <ul className="grid gap-2">
          {methods.map(({ payment_profile_id, brand, last_4 }) => (
            <li key={payment_profile_id} className="font-semibold">
              {t('ending', { brand: brand || t('card'), last_4 })}
            </li>
          ))}
        </ul>
      )}
      <p className="text-sm text-muted">{t(own ? 'kept' : 'onlyOwner')}</p>
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
