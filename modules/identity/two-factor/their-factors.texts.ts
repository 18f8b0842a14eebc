import { texts } from '#platform/texts.ts'

/** Staff-only texts about a person's second factors. */
export const theirFactorsTexts = texts({
  reset: ['Reset', 'Restablecer'],
  resetTitle: ['Reset two-factor authentication?', '¿Restablecer la autenticación de dos factores?'],
  resetAsk: [
    "This removes the person's app, recovery codes and passkeys, and signs them out everywhere. We'll email them about it. First, make sure they are the one asking.",
    'Se quitarán la aplicación, los códigos de recuperación y las llaves de acceso de esta persona, y se cerrarán todas sus sesiones. Le avisaremos por correo electrónico. Antes, asegúrese de que es esa persona quien lo pide.',
  ],
  wasReset: ['Two-factor authentication was reset.', 'Se restableció la autenticación de dos factores.'],
  noneOfTheirs: ['This person has no second factor.', 'Esta persona no tiene un segundo factor.'],
})
