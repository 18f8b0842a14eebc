import type { NewYorkNotice } from '#modules/learning/entry.ts'
import { declareEmail } from '#platform/mail/declare-email.ts'
import { Email, type EmailRow } from '#platform/mail/email.tsx'
import { localText, texts } from '#platform/texts.ts'

export const noticeTexts = texts({
  subject: ['Notice of completion: {course_name}', 'Aviso de finalización: {course_name}'],
  heading: ['Notice of completion', 'Aviso de finalización'],
  body: [
    'You completed {course_name}. We report this to the New York State Department of Motor Vehicles.',
    'Usted terminó {course_name}. Lo informamos al Departamento de Vehículos Motorizados del Estado de Nueva York.',
  ],
  paper: ['This notice is not a certificate.', 'Este aviso no es un certificado.'],
  name: ['Name', 'Nombre'],
  clientId: ['Last three digits of your client ID', 'Últimos tres dígitos de su ID de cliente'],
  sponsor: ['Course provider code', 'Código del proveedor del curso'],
  completed: ['Completed on', 'Terminado el'],
  button: ['Open my dashboard', 'Abrir mi panel'],
})

export const newYorkNoticeEmail = declareEmail({
  name: 'learning.new-york-notice',
  kind: 'service',
  title: ['New York notice of completion', 'aviso de finalización de Nueva York'],
  texts: null,
})

type Props = { notice: NewYorkNotice; href: string }

/** The completion notice that New York requires. */
export function NewYorkNoticeEmail({ notice, href }: Props) {
  const { locale, organization_name, organization_code, first_name, full_name, client_id_end, completed_on } = notice
  const t = (key: keyof typeof noticeTexts) => localText(locale, noticeTexts, key, { course_name: notice.course_name })
  const clientIdRows: EmailRow[] = client_id_end ? [[t('clientId'), client_id_end]] : []
  return (
    <Email
      locale={locale}
      brand={{ name: organization_name }}
      preheader={notice.course_name}
      heading={t('heading')}
      name={first_name}
      body={[t('body'), t('paper')]}
      rows={[
        [t('name'), full_name],
        ...clientIdRows,
        [t('sponsor'), organization_code],
        [t('completed'), completed_on],
      ]}
      button={{ label: t('button'), href }}
    />
  )
}
