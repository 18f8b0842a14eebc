import { texts } from '../../../platform/texts.ts'

/** What only staff read in somebody's profile. */
export const staffProfileTexts = texts({
  risk: ['Risk assessment: {score}', 'Evaluación de riesgo: {score}'],
  assessed: ['Risk assessment: {score}, annotated on {date}', 'Evaluación de riesgo: {score}, anotada el {date}'],
  welcome: [
    'An email with a link to set a password goes to the e-mail address.',
    'Se envía al correo electrónico una carta con un enlace para establecer la contraseña.',
  ],
  organization: ['Organization', 'Organización'],
  notes: ['Notes about this person', 'Notas sobre esta persona'],
  create: ['Create', 'Crear'],
})
