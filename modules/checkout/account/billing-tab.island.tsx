import { methodTexts } from '#modules/checkout/payments/methods/payment-methods.texts.ts'
import type { AccountPlace } from '#modules/identity/account/account-place.shared.ts'
import type { ResponseOf } from '#platform/ui/api.ts'
import { LinkButton } from '#platform/ui/button.tsx'
import { Empty } from '#platform/ui/empty.tsx'
import { island } from '#platform/ui/island.tsx'
import { useTexts } from '#platform/ui/locale.tsx'

type Props = {
  place: AccountPlace
  methods: ResponseOf<'/user/{id}'>['data']['payment']
  /** The page where the owner changes the cards. */
  manageHref: string
}

/** A person's saved cards, which only the owner can change. */
export default island('checkout/billing-tab', { when: 'visible' }, BillingTab)

function BillingTab({ place: { own }, methods, manageHref }: Props) {
  const t = useTexts(methodTexts)
  return (
    <div className="grid gap-4">
      {methods.length === 0 ? (
        <Empty title={t('none')}>{t(own ? 'noneText' : 'noneOther')}</Empty>
      ) : (
        <ul className="grid gap-2">
          {methods.map(({ payment_profile_id, brand, last_4 }) => (
            <li key={payment_profile_id} className="font-semibold">
              {t('ending', { brand: brand || t('card'), last_4 })}
            </li>
          ))}
        </ul>
      )}
      {!own && <p className="text-sm text-muted-foreground">{t('onlyOwner')}</p>}
      {own && <p className="text-sm text-muted-foreground">{t('kept')}</p>}
      {own && (
        <p>
          <LinkButton href={manageHref} variant="outline">
            {t('manage')}
          </LinkButton>
        </p>
      )}
    </div>
  )
}
