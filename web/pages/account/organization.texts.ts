import { texts } from '../../../platform/texts.ts'

export const organizationTexts = texts({
  title: ['Switch organization', 'Cambiar de organización'],
  lead: [
    'Go on at the site of your organization, or of one below it.',
    'Continúe en el sitio de su organización o de una que dependa de ella.',
  ],
  here: ['You are here', 'Está aquí'],
  go: ['Go to {name}', 'Ir a {name}'],
  goOn: ['Go on as {user}', 'Continuar como {user}'],
  goOnLead: [
    'You come from another site. Go on only if this is your account.',
    'Viene de otro sitio. Continúe solo si esta es su cuenta.',
  ],
  goOnTitle: ['Go on at {name}', 'Continuar en {name}'],
  over: [
    'This link was used already or is older than 30 seconds. Please sign in.',
    'Este enlace ya se ha usado o tiene más de 30 segundos. Inicie sesión.',
  ],
})
