import { texts } from '#platform/texts.ts'

export const accountTexts = texts({
  methodWrong: ["This agency doesn't take reports in this way.", 'Esta agencia no recibe informes de esta manera.'],
  fieldWrong: ["This value doesn't have the expected form.", 'Este valor no tiene la forma esperada.'],
  fieldLong: ['This value is too long.', 'Este valor es demasiado largo.'],
  fieldUnknown: ["This way of reporting doesn't have this field.", 'Esta manera de informar no tiene este campo.'],
  reasonMissing: ['Enter a reason.', 'Escriba un motivo.'],
  saved: ['The account was saved.', 'La cuenta se guardó.'],
  held: ['Reports to this agency are on hold.', 'Los informes a esta agencia están en espera.'],
  released: ['Reports to this agency are sent again.', 'Los informes a esta agencia se envían de nuevo.'],
})
