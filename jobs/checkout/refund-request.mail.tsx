import type { RefundRequest } from '../../modules/checkout/index.ts'
import { Letter } from '../../platform/mail/letter.tsx'
import { formatMoney } from '../../platform/money.ts'
import { type Locale, say, texts } from '../../platform/texts.ts'

export const refundRequestTexts = texts({
  askedSubject: ['A refund of {amount} waits for you', 'Un reembolso de {amount} espera su decisión'],
  asked: [
    '{asker} has asked to return {amount} of order {order_id} of {buyer}. A second person has to approve it within seven days.',
    '{asker} ha pedido devolver {amount} del pedido {order_id} de {buyer}. Una segunda persona debe aprobarlo en siete días.',
  ],
  look: ['Look at it', 'Revisarlo'],
  decidedSubject: ['Your refund of {amount}: {outcome}', 'Su reembolso de {amount}: {outcome}'],
  decided: [
    'You have asked to return {amount} of order {order_id} of {buyer}.',
    'Pidió devolver {amount} del pedido {order_id} de {buyer}.',
  ],
  approved: ['approved', 'aprobado'],
  declined: ['declined', 'rechazado'],
  expired: ['nobody decided within seven days', 'nadie decidió en siete días'],
  overtaken: ['no longer needed', 'ya no es necesario'],
  approvedMore: [
    'Somebody else has approved it. The payment says whether the money is on its way.',
    'Otra persona lo ha aprobado. En el pago consta si el dinero está en camino.',
  ],
  declinedMore: ['It was declined. Nothing was returned.', 'Se rechazó. No se ha devuelto nada.'],
  expiredMore: [
    'Nobody decided about it within seven days. Nothing was returned; you can ask for it anew.',
    'Nadie decidió en siete días. No se ha devuelto nada; puede pedirlo de nuevo.',
  ],
  overtakenMore: [
    'Money of this payment went back at the gateway meanwhile. Please look at what is left of it.',
    'Entretanto se devolvió dinero de este pago en la pasarela. Revise lo que queda.',
  ],
  note: ['“{note}”', '«{note}»'],
  payments: ['Payments', 'Pagos'],
})

type Props = { locale: Locale; request: RefundRequest; href: string }
type Key = keyof typeof refundRequestTexts
type Outcome = 'approved' | 'declined' | 'expired' | 'overtaken'

export const outcomeOf = ({ decision }: Pick<RefundRequest, 'decision'>): Outcome =>
  decision === 'taken_back' || decision === null ? 'declined' : decision

/** The words of a request in somebody's language. */
export function requestSpeech(locale: Locale, request: RefundRequest) {
  const { amount_cents, asker, buyer, order_id, note } = request
  const outcome = say(locale, refundRequestTexts, outcomeOf(request))
  const words = { amount: formatMoney(amount_cents, locale), asker, buyer, order_id, note: note ?? '', outcome }
  return (key: Key) => say(locale, refundRequestTexts, key, words)
}

/** To those who may decide about a refund that somebody has asked for. */
export function RefundAskedLetter({ locale, request, href }: Props) {
  const t = requestSpeech(locale, request)
  return (
    <Letter
      locale={locale}
      brand={{ name: request.organization_name }}
      preheader={t('asked')}
      heading={t('askedSubject')}
      button={{ label: t('look'), href }}
    >
      <p>{t('asked')}</p>
    </Letter>
  )
}

/** To whoever has asked for it. */
export function RefundDecidedLetter({ locale, request, href }: Props) {
  const t = requestSpeech(locale, request)
  return (
    <Letter
      locale={locale}
      brand={{ name: request.organization_name }}
      preheader={t(`${outcomeOf(request)}More`)}
      heading={t('decidedSubject')}
      button={{ label: t('payments'), href }}
    >
      <p>{t('decided')}</p>
      <p>{t(`${outcomeOf(request)}More`)}</p>
      {request.note && <p>{t('note')}</p>}
    </Letter>
  )
}
