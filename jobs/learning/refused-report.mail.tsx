import type { RefusedLetter } from '../../modules/learning/index.ts'
import { Letter } from '../../platform/mail/letter.tsx'
import { say, texts } from '../../platform/texts.ts'

export const refusedReportTexts = texts({
  subject: [
    'Your completion could not be reported: {course_name}',
    'No se pudo informar su finalización: {course_name}',
  ],
  heading: ['Your completion could not be reported', 'No se pudo informar que terminó el curso'],
  preheader: ['Something in your information must be corrected.', 'Hay que corregir algún dato suyo.'],
  hello: ['Hello {first_name},', 'Hola, {first_name}:'],
  body: [
    'we reported that you completed {course_name}, and the report was refused by: {agency}.',
    'informamos que usted terminó {course_name}, pero el informe fue rechazado por: {agency}.',
  ],
  bell: ['Your completion of {course_name} could not be reported.', 'No se pudo informar que terminó {course_name}.'],
  more: [
    'The page of your course says how it is corrected. You have not lost your course: it stays passed.',
    'La página del curso explica cómo se corrige. No ha perdido el curso: sigue aprobado.',
  ],
  button: ['Open the course', 'Abrir el curso'],
})

type Props = { refused: RefusedLetter; href: string }

/** To a student whose completion an agency has refused. */
export function RefusedReportLetter({ refused, href }: Props) {
  const { locale, organization_name, first_name, course_name, agency, mend } = refused
  const t = (key: keyof typeof refusedReportTexts) =>
    say(locale, refusedReportTexts, key, { first_name, course_name, agency })
  return (
    <Letter
      locale={locale}
      brand={{ name: organization_name }}
      preheader={t('preheader')}
      heading={t('heading')}
      button={{ label: t('button'), href }}
    >
      <p>{t('hello')}</p>
      <p>{t('body')}</p>
      <p>{mend}</p>
      <p>{t('more')}</p>
    </Letter>
  )
}
