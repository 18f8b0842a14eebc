import { texts } from '#platform/texts.ts'

export const organizationTexts = texts({
  title: ['Switch organization', 'Cambiar de organización'],
  lead: [
    "Choose your organization's site or the site of one of its sub-organizations.",
    'Elija el sitio de su organización o el de una de sus suborganizaciones.',
  ],
  here: ['You are here', 'Usted está aquí'],
  go: ['Go to {name}', 'Ir a {name}'],
  goOn: ['Continue as {user}', 'Continuar como {user}'],
  goOnLead: [
    'You came from another site. Continue only if this is your account.',
    'Usted viene de otro sitio. Continúe solo si esta es su cuenta.',
  ],
  goOnTitle: ['Continue at {name}', 'Continuar en {name}'],
  over: [
    'This link was already used or is more than 30 seconds old. Sign in.',
    'Este enlace ya se usó o tiene más de 30 segundos. Inicie sesión.',
  ],
})
