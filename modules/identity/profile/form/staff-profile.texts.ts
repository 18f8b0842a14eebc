import { texts } from '#platform/texts.ts'

/** Staff-only texts of a profile. */
export const staffProfileTexts = texts({
  risk: ['Risk assessment: {score}', 'Evaluación de riesgo: {score}'],
  assessed: ['Risk assessment: {score}, reviewed on {date}', 'Evaluación de riesgo: {score}, revisada el {date}'],
  welcome: [
    "We'll email this person a link to choose a password.",
    'Le enviaremos a esta persona un correo electrónico con un enlace para elegir una contraseña.',
  ],
  organization: ['Organization', 'Organización'],
  notes: ['Notes about this person', 'Notas sobre esta persona'],
  create: ['Create', 'Crear'],
})
