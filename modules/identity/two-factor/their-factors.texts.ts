import { texts } from '../../../platform/texts.ts'

/** What only staff read of somebody's second factors. */
export const theirFactorsTexts = texts({
  reset: ['Reset', 'Restablecer'],
  resetTitle: ['Reset the second factors?', '¿Restablecer los segundos factores?'],
  resetAsk: [
    'The app, the recovery codes and the passkeys of this person are removed, and they are signed out everywhere. They are told by e-mail. Make sure that it is really them who ask.',
    'Se quitan la aplicación, los códigos de recuperación y las llaves de acceso de esta persona y se cierran todas sus sesiones. Se le avisa por correo. Asegúrese de que es realmente ella quien lo pide.',
  ],
  wasReset: ['The second factors were reset.', 'Se han restablecido los segundos factores.'],
  noneOfTheirs: ['This person has no second factor.', 'Esta persona no tiene segundo factor.'],
})
