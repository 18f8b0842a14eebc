import { declareEmail } from '#platform/mail/declare-email.ts'
import { Email } from '#platform/mail/email.tsx'
import { type Locale, localText, texts } from '#platform/texts.ts'

export const invitationTexts = texts({
  subject: [
    '{organization_name} invited you to be an instructor',
    '{organization_name} le envió una invitación para ser instructor',
  ],
  managerSubject: [
    '{organization_name} invited you to be its manager',
    'Invitación para administrar {organization_name}',
  ],
  managerHeading: ['Manage {organization_name}', 'Administre {organization_name}'],
  managerBody: [
    '{inviter} invited you to manage {organization_name}. Accept the invitation to choose your username and password. The link works once and expires in 7 days.',
    '{inviter} le envió una invitación para administrar {organization_name}. Acéptela para elegir su nombre de usuario y su contraseña. El enlace funciona una sola vez y vence en 7 días.',
  ],
  auditorSubject: [
    '{organization_name} invited you as an auditor',
    '{organization_name} le envió una invitación como auditor',
  ],
  auditorHeading: ['Read the records of {organization_name}', 'Consulte los registros de {organization_name}'],
  auditorBody: [
    '{inviter} invited you to read course records of {organization_name} as an auditor. Accept the invitation to choose your username and password and to set up two-factor authentication. The link works once and expires in 7 days.',
    '{inviter} le envió una invitación para consultar como auditor los registros de cursos de {organization_name}. Acéptela para elegir su nombre de usuario y su contraseña y para configurar la autenticación de dos factores. El enlace funciona una sola vez y vence en 7 días.',
  ],
  heading: ['Become an instructor', 'Conviértase en instructor'],
  preheader: ['The link works once and expires in 7 days.', 'El enlace funciona una sola vez y vence en 7 días.'],
  body: [
    '{inviter} invited you to become an instructor at {organization_name}. Accept the invitation to choose your username and password. The link works once and expires in 7 days.',
    '{inviter} le envió una invitación para ser instructor en {organization_name}. Acéptela para elegir su nombre de usuario y su contraseña. El enlace funciona una sola vez y vence en 7 días.',
  ],
  notYou: ["If you weren't expecting this email, you can ignore it.", 'Si no esperaba este correo, puede ignorarlo.'],
  button: ['Accept invitation', 'Aceptar la invitación'],
})

export const invitationEmail = declareEmail({
  name: 'identity.invitation',
  kind: 'personal',
  title: ['invitation', 'invitación'],
  texts: invitationTexts,
  body: [
    'body',
    'managerSubject',
    'managerHeading',
    'managerBody',
    'auditorSubject',
    'auditorHeading',
    'auditorBody',
    'notYou',
  ],
  samples: { inviter: 'Alex Admin' },
})

/** The texts for what the person is invited to be. */
export function invitationWords({ manager_ind, auditor_ind }: Pick<InvitationProps, 'manager_ind' | 'auditor_ind'>) {
  if (auditor_ind) return { subject: 'auditorSubject', heading: 'auditorHeading', body: 'auditorBody' } as const
  if (manager_ind) return { subject: 'managerSubject', heading: 'managerHeading', body: 'managerBody' } as const
  return { subject: 'subject', heading: 'heading', body: 'body' } as const
}

export type InvitationProps = {
  locale: Locale
  organization_name: string
  first_name: string
  manager_ind: boolean
  auditor_ind: boolean
  inviter: string
  href: string
}

/** The email with the one-time link of an invitation. */
export function InvitationEmail({
  locale,
  organization_name,
  first_name,
  manager_ind,
  auditor_ind,
  inviter,
  href,
}: InvitationProps) {
  const t = (key: keyof typeof invitationTexts) =>
    localText(locale, invitationTexts, key, { organization_name, inviter: inviter || organization_name })
  return (
    <Email
      locale={locale}
      brand={{ name: organization_name }}
      preheader={t('preheader')}
      heading={t(invitationWords({ manager_ind, auditor_ind }).heading)}
      name={first_name}
      body={[t(invitationWords({ manager_ind, auditor_ind }).body), t('notYou')]}
      button={{ label: t('button'), href }}
    />
  )
}
