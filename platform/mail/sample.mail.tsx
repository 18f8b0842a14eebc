import { type Locale, localText, texts } from '#platform/texts.ts'
import { Email, type EmailBrand, type EmailRow } from './email.tsx'

export type SampleProps = {
  locale: Locale
  brand: EmailBrand
  first_name: string
  href: string
  rows: EmailRow[]
}

const messages = texts({
  preheader: ['Your receipt is inside.', 'Su recibo está dentro.'],
  heading: ['Thank you, {first_name}', 'Gracias, {first_name}'],
  body: ['We have received your order.', 'Hemos recibido su pedido.'],
  first: ['Bring your license.', 'Traiga su licencia.'],
  second: ['Start when you like.', 'Comience cuando quiera.'],
  button: ['Go to my courses', 'Ir a mis cursos'],
  footer: ['Questions? Write to', '¿Preguntas? Escriba a'],
})

/** An email that uses every part of the layout, for tests. */
export function SampleEmail({ locale, brand, first_name, href, rows }: SampleProps) {
  const t = (key: keyof typeof messages) => localText(locale, messages, key, { first_name })
  return (
    <Email
      locale={locale}
      brand={brand}
      preheader={t('preheader')}
      heading={t('heading')}
      name={first_name}
      body={[
        t('body'),
        <ul key="first">
          <li>{t('first')}</li>
          <li>{t('second')}</li>
        </ul>,
        false,
      ]}
      rows={rows}
      button={{ label: t('button'), href }}
      footer={
        <>
          {t('footer')} <a href="mailto:help@waypost.test">help@waypost.test</a>
        </>
      }
    />
  )
}
