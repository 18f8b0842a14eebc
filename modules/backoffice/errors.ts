import { defineErrors } from '../../platform/errors.ts'

export const backofficeErrors = defineErrors({
  notSentAgain: [
    422,
    'NOT_SENT_AGAIN',
    ["This email can't be sent again.", 'Este correo no se puede volver a enviar.'],
  ],
  notYourNote: [
    403,
    'NOT_YOUR_NOTE',
    ['Only the author or an Admin can change this note.', 'Solo el autor o un administrador puede cambiar esta nota.'],
  ],
  ownStatus: [
    403,
    'OWN_STATUS',
    ["You can't enable or disable your own account.", 'No puede habilitar ni deshabilitar su propia cuenta.'],
  ],
})
