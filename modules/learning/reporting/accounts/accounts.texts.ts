import { texts } from '#platform/texts.ts'

export const accountTexts = texts({
  methodWrong: ["This agency doesn't take reports in this way.", 'Esta agencia no recibe informes de esta manera.'],
  fieldWrong: ["This value doesn't have the expected form.", 'Este valor no tiene la forma esperada.'],
  fieldLong: ['This value is too long.', 'Este valor es demasiado largo.'],
  fieldUnknown: ["This way of reporting doesn't have this field.", 'Esta manera de informar no tiene este campo.'],
  secretAgain: [
    'Enter this again, because the server or the user changed.',
    'Vuelva a escribirlo, porque cambió el servidor o el usuario.',
  ],
  reasonMissing: ['Enter a reason.', 'Escriba un motivo.'],
  saved: ['The account was saved.', 'La cuenta se guardó.'],
  held: ['Reports to this agency are on hold.', 'Los informes a esta agencia están en espera.'],
  checkedOff: ['The completion was checked off.', 'La finalización se marcó como enviada.'],
  numberMissing: [
    'Enter the number that the agency assigned. It is the number of the certificate.',
    'Escriba el número que asignó la agencia. Es el número del certificado.',
  ],
  numberUsed: [
    'Another completion already has this number. Check it in the agency’s portal.',
    'Otra finalización ya tiene este número. Revíselo en el portal de la agencia.',
  ],
  refused: ["The agency's refusal was recorded.", 'Se registró el rechazo de la agencia.'],
  fileMade: ['The file was created.', 'El archivo se creó.'],
  deliversAgain: ['The file will be delivered within a minute.', 'El archivo se entregará en un minuto.'],
  broughtByHand: ['The file was marked as delivered.', 'El archivo se marcó como entregado.'],
  answersRead: ["The agency's answers were recorded.", 'Se registraron las respuestas de la agencia.'],
  answersWrong: [
    "This file doesn't have the columns that the layout describes.",
    'Este archivo no tiene las columnas que describe el formato.',
  ],
  released: ['Reports to this agency are sent again.', 'Los informes a esta agencia se envían de nuevo.'],
})
