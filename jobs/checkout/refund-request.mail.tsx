import type { RefundRequest } from '#modules/checkout/entry.ts'
import { declareEmail } from '#platform/mail/declare-email.ts'
import { Email } from '#platform/mail/email.tsx'
import { formatMoney } from '#platform/money.ts'
import type { Sentence } from '#platform/sentence.ts'
import { type Locale, localText, texts } from '#platform/texts.ts'

const refundRequestTexts = texts({
  askedSubject: ['Review a refund of {amount}', 'Revise un reembolso de {amount}'],
  asked: [
    '{asker} requested a refund of {amount} for {buyer} (order {order_id}). A second person must approve it within 7 days.',
    '{asker} solicitó un reembolso de {amount} para {buyer} (pedido {order_id}). Una segunda persona debe aprobarlo en un plazo de 7 días.',
  ],
  look: ['Review refund', 'Revisar el reembolso'],
  decidedSubject: ['Your {amount} refund request: {outcome}', 'El reembolso de {amount} que solicitó: {outcome}'],
  decided: [
    'You requested a refund of {amount} for {buyer} (order {order_id}).',
    'Usted solicitó un reembolso de {amount} para {buyer} (pedido {order_id}).',
  ],
  approved: ['approved', 'aprobado'],
  declined: ['declined', 'rechazado'],
  expired: ['not reviewed within 7 days', 'no se revisó en 7 días'],
  overtaken: ['no longer needed', 'ya no es necesario'],
  approvedMore: [
    'Another person approved it. Open the payment to see the status of the refund.',
    'Otra persona lo aprobó. Abra el pago para ver el estado del reembolso.',
  ],
  declinedMore: ['It was declined. Nothing was refunded.', 'Se rechazó. No se reembolsó nada.'],
  expiredMore: [
    'No one reviewed this request within 7 days, so it expired. Nothing was refunded. You can submit it again.',
    'Nadie revisó esta solicitud en 7 días, así que venció. No se reembolsó nada. Puede volver a enviarla.',
  ],
  overtakenMore: [
    'In the meantime, money from this payment was refunded at the gateway. Check how much is left to refund.',
    'Mientras tanto, se reembolsó dinero de este pago en la pasarela. Revise cuánto queda por reembolsar.',
  ],
  note: ['“{note}”', '“{note}”'],
  payments: ['Open payments', 'Ver los pagos'],
})

export const refundRequestEmail = declareEmail({
  name: 'checkout.refund-request',
  kind: 'service',
  title: ['refund waiting for approval', 'reembolso pendiente de aprobación'],
  texts: refundRequestTexts,
  subject: 'askedSubject',
  body: ['asked'],
  button: 'look',
  samples: { asker: 'Alex Admin' },
})

export const refundDecisionEmail = declareEmail({
  name: 'checkout.refund-decision',
  kind: 'service',
  title: ['refund decision', 'decisión sobre un reembolso'],
  texts: refundRequestTexts,
  subject: 'decidedSubject',
  body: ['decided', 'approvedMore', 'declinedMore', 'expiredMore', 'overtakenMore'],
  button: 'payments',
  samples: { outcome: ['approved', 'aprobado'] },
})

type Props = { locale: Locale; request: RefundRequest; href: string }
type Key = keyof typeof refundRequestTexts
type Outcome = 'approved' | 'declined' | 'expired' | 'overtaken'

const outcomeOf = ({ decision }: Pick<RefundRequest, 'decision'>): Outcome =>
  decision === 'taken_back' || decision === null ? 'declined' : decision

/** The text of a request in a reader's language. */
export function requestTexts(locale: Locale, request: RefundRequest) {
  const { amount_cents, asker, buyer, order_id, note } = request
  const outcome = localText(locale, refundRequestTexts, outcomeOf(request))
  const words = { amount: formatMoney(amount_cents, locale), asker, buyer, order_id, note: note ?? '', outcome }
  return (key: Key) => localText(locale, refundRequestTexts, key, words)
}

/** The notification about a request. */
export const requestNotification = (key: 'askedSubject' | 'decidedSubject', request: RefundRequest): Sentence => ({
  text: refundRequestTexts[key],
  params: { amount: { cents: request.amount_cents }, outcome: { text: refundRequestTexts[outcomeOf(request)] } },
})

/** The email to the people who may decide on a requested refund. */
export function RefundRequestedEmail({ locale, request, href }: Props) {
  const t = requestTexts(locale, request)
  return (
    <Email
      locale={locale}
      brand={{ name: request.organization_name }}
      preheader={t('asked')}
      heading={t('askedSubject')}
      body={[t('asked')]}
      button={{ label: t('look'), href }}
    />
  )
}

/** The email to the person who requested the refund. */
export function RefundDecidedEmail({ locale, request, href }: Props) {
  const t = requestTexts(locale, request)
  return (
    <Email
      locale={locale}
      brand={{ name: request.organization_name }}
      preheader={t(`${outcomeOf(request)}More`)}
      heading={t('decidedSubject')}
      body={[t('decided'), t(`${outcomeOf(request)}More`), request.note && t('note')]}
      button={{ label: t('payments'), href }}
    />
  )
}
