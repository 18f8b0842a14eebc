import type { RefusedEmail } from '#modules/learning/entry.ts'
import { declareEmail } from '#platform/mail/declare-email.ts'
import { Email } from '#platform/mail/email.tsx'
import { localText, texts } from '#platform/texts.ts'

export const refusedReportTexts = texts({
  subject: [
    "We couldn't report your completion: {course_name}",
    'No pudimos informar que terminó el curso: {course_name}',
  ],
  heading: ["We couldn't report your completion", 'No pudimos informar que terminó el curso'],
  preheader: ['Some of your information needs to be corrected.', 'Es necesario corregir algunos de sus datos.'],
  body: [
    "We reported that you completed {course_name}, but the report wasn't accepted. It was rejected by: {agency}.",
    'Informamos que usted terminó {course_name}, pero el informe no fue aceptado. Agencia que lo rechazó: {agency}.',
  ],
  bell: ["We couldn't report your completion of {course_name}.", 'No pudimos informar que terminó {course_name}.'],
  more: [
    'Your course page tells you how to correct it. You still passed your course.',
    'La página del curso explica cómo corregirlo. Su curso sigue aprobado.',
  ],
  button: ['Open my course', 'Abrir mi curso'],
})

export const refusedReportEmail = declareEmail({
  name: 'learning.report-refused',
  kind: 'service',
  title: ['completion not reported', 'finalización del curso no informada'],
  texts: refusedReportTexts,
  body: ['body', 'more'],
})

type Props = { refused: RefusedEmail; href: string }

/** The email to a student whose completion an agency refused. */
export function RefusedReportEmail({ refused, href }: Props) {
  const { locale, organization_name, first_name, course_name, agency, mend } = refused
  const t = (key: keyof typeof refusedReportTexts) =>
    localText(locale, refusedReportTexts, key, { course_name, agency })
  return (
    <Email
      locale={locale}
      brand={{ name: organization_name }}
      preheader={t('preheader')}
      heading={t('heading')}
      name={first_name}
      body={[t('body'), mend, t('more')]}
      button={{ label: t('button'), href }}
    />
  )
}
