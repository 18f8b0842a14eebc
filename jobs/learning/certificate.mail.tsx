import { oweCertificateMail } from '#modules/learning/entry.ts'
import { dateFormat } from '#platform/locale-format.ts'
import { declareEmail } from '#platform/mail/declare-email.ts'
import { Email } from '#platform/mail/email.tsx'
import { type Locale, localText, texts } from '#platform/texts.ts'

export const certificateEmailTexts = texts({
  subject: ['Your certificate: {course_name}', 'Su certificado: {course_name}'],
  heading: ['Your certificate of completion', 'Su certificado de finalización'],
  preheader: ['Your certificate is attached as a PDF.', 'Su certificado va adjunto en PDF.'],
  body: [
    'Congratulations on completing {course_name}! Your certificate {certificate_number} is attached as a PDF. You can also download it from your dashboard.',
    '¡Felicitaciones por terminar {course_name}! Su certificado {certificate_number} va adjunto en PDF. También puede descargarlo desde su panel.',
  ],
  replaced: [
    'Your new certificate {certificate_number} for {course_name} is attached as a PDF. It replaces certificate {replaces}, which is no longer valid. You can also download it from your dashboard.',
    'Su nuevo certificado {certificate_number} de {course_name} va adjunto en PDF. Reemplaza al certificado {replaces}, que ya no es válido. También puede descargarlo desde su panel.',
  ],
  report: ['You can follow the report to the agency here:', 'Puede seguir el informe a la agencia aquí:'],
  course: ['Course', 'Curso'],
  student: ['Name on the certificate', 'Nombre en el certificado'],
  number: ['Certificate number', 'Número de certificado'],
  issued: ['Issued on', 'Fecha de emisión'],
  check: ['Anyone can verify it here:', 'Cualquier persona puede verificarlo aquí:'],
  button: ['Open my dashboard', 'Abrir mi panel'],
})

export const certificateEmail = declareEmail({
  name: 'learning.certificate',
  kind: 'service',
  title: ['certificate', 'certificado'],
  again: (ctx, { user_id, about }) =>
    oweCertificateMail(ctx, { student_certificate_id: about.student_certificate_id!, user_id, because: 'asked' }),
  texts: certificateEmailTexts,
  body: ['body', 'replaced', 'check', 'report'],
  samples: { replaces: 'FL-000122' },
})

type CertificateEmailProps = {
  locale: Locale
  organization_name: string
  course_name: string
  first_name: string
  student_name: string
  certificate_number: string
  issued_at: Date
  /** The time zone of its date. */
  time_zone: string
  /** The number of the replaced version, or null for the first. */
  replaces: string | null
  /** The `cid:` address of the certificate's picture in the email. */
  picture: string
  href: string
  check_href: string
  /** The state of the report to each agency, in a sentence or two; empty if none is owed. */
  reports: readonly string[]
  report_href: string
}

const pictureStyle = { width: '100%', maxWidth: 504, height: 'auto', border: '1px solid #e3dfd7' } as const

/** The email with a certificate. */
export function CertificateEmail(props: CertificateEmailProps) {
  const {
    locale,
    organization_name,
    href,
    check_href,
    replaces,
    picture,
    issued_at,
    time_zone,
    reports,
    report_href,
    ...names
  } = props
  const params = { ...names, replaces: replaces ?? '' }
  const issuedOn = dateFormat(locale, { dateStyle: 'long', timeZone: time_zone }).format(issued_at)
  const t = (key: keyof typeof certificateEmailTexts) => localText(locale, certificateEmailTexts, key, params)
  return (
    <Email
      locale={locale}
      brand={{ name: organization_name }}
      preheader={t('preheader')}
      heading={t('heading')}
      name={params.first_name}
      body={[
        t(replaces ? 'replaced' : 'body'),
        <p key="picture" data-text="none">
          <img src={picture} alt={t('heading')} width={504} style={pictureStyle} />
        </p>,
        <p key="check">
          {t('check')} <a href={check_href}>{check_href}</a>
        </p>,
        ...reports,
        ...(reports.length > 0
          ? [
              <p key="report">
                {t('report')} <a href={report_href}>{report_href}</a>
              </p>,
            ]
          : []),
      ]}
      rows={[
        [t('course'), names.course_name],
        [t('student'), names.student_name],
        [t('number'), names.certificate_number],
        [t('issued'), issuedOn],
      ]}
      button={{ label: t('button'), href }}
    />
  )
}
