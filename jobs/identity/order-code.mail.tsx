import { declareEmail } from '#platform/mail/declare-email.ts'
import { Email } from '#platform/mail/email.tsx'
import { type Locale, localText, texts } from '#platform/texts.ts'

export const orderCodeTexts = texts({
  subject: ['Your code for {organization_name}', 'Su código para {organization_name}'],
  heading: ['Your code', 'Su código'],
  preheader: [
    'The code works once and expires in 10 minutes.',
    'El código funciona una sola vez y vence en 10 minutos.',
  ],
  body: [
    'Use this code to sign in with your order {order_name}. It works once and expires in 10 minutes.',
    'Use este código para iniciar sesión con su pedido {order_name}. Funciona una sola vez y vence en 10 minutos.',
  ],
  notYou: [
    "Didn't ask for this code? Ignore this email, and don't share the code with anyone.",
    '¿No solicitó este código? Ignore este correo y no comparta el código con nadie.',
  ],
})

export const orderCodeEmail = declareEmail({
  name: 'identity.order-code',
  kind: 'security',
  title: ['code to sign in with an order', 'código para iniciar sesión con un pedido'],
  texts: orderCodeTexts,
  body: ['body', 'notYou'],
  samples: { order_name: '#1024' },
})

export type OrderCodeProps = { locale: Locale; organization_name: string; order_name: string; code: string }

/** The email with the one-time code to sign in with an order of the organization's shop. */
export function OrderCodeEmail({ locale, organization_name, order_name, code }: OrderCodeProps) {
  const t = (key: keyof typeof orderCodeTexts) =>
    localText(locale, orderCodeTexts, key, { order_name, organization_name })
  return (
    <Email
      locale={locale}
      brand={{ name: organization_name }}
      preheader={t('preheader')}
      heading={t('heading')}
      name=""
      body={[
        t('body'),
        <p key="code">
          <strong>{`${code.slice(0, 4)} ${code.slice(4)}`}</strong>
        </p>,
        t('notYou'),
      ]}
    />
  )
}
