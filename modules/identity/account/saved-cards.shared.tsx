import { texts } from '../../../platform/texts.ts'
import { useTexts } from '../../../platform/ui/locale.tsx'
import { EmptyState } from '../../../platform/ui/parts.tsx'
import type { SavedPaymentMethod } from '../facets.ts'

const words = texts({
  none: ['No saved cards.', 'No hay tarjetas guardadas.'],
  ownNone: [
    'Select ‘Save this card’ when you pay, or add a card here.',
    'Marque «Guardar esta tarjeta» al pagar o agregue una tarjeta aquí.',
  ],
  otherNone: [
    'A card appears here after the person saves it at checkout.',
    'Una tarjeta aparece aquí cuando la persona la guarda al pagar.',
  ],
  ending: ['{brand} ending in {last_4}', '{brand} terminada en {last_4}'],
  card: ['Credit Card', 'Tarjeta de crédito'],
  onlyOwner: [
    "Only the cardholder can add or remove cards. You can see each card's brand and last four digits.",
    'Solo el titular puede agregar o quitar tarjetas. Usted puede ver la marca y los últimos cuatro dígitos de cada una.',
  ],
})

/** The saved cards of a person by what they are recognised by; only they themselves change them. */
export function SavedCards({ methods, own }: { methods: readonly SavedPaymentMethod[]; own: boolean }) {
  const t = useTexts(words)
  return (
    <div className="grid gap-4">
      {methods.length === 0 ? (
        <EmptyState title={t('none')}>{t(own ? 'ownNone' : 'otherNone')}</EmptyState>
      ) : (
        <ul className="grid gap-2">
          {methods.map(({ payment_profile_id, brand, last_4 }) => (
            <li key={payment_profile_id} className="font-semibold">
              {t('ending', { brand: brand || t('card'), last_4 })}
            </li>
          ))}
        </ul>
      )}
      {!own && <p className="text-sm text-muted">{t('onlyOwner')}</p>}
    </div>
  )
}
