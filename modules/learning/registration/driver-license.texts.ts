import { texts } from '#platform/texts.ts'

export const licenseTexts = texts({
  lead: [
    'Courses use this driver license for your registration, your certificate and the report to the agency.',
    'Los cursos usan esta licencia de conducir para su registro, su certificado y el informe a la agencia.',
  ],
  leadStaff: [
    'A correction also changes the registrations that are still open. Certificates and accepted reports stay as they are.',
    'Una corrección también cambia los registros que siguen abiertos. Los certificados y los informes aceptados no cambian.',
  ],
  number: ['Driver license number', 'Número de licencia de conducir'],
  onFile: [
    'On file: a number that ends in {end}. Leave empty to keep it.',
    'Registrado: un número que termina en {end}. Déjelo en blanco para conservarlo.',
  ],
  state: ['State that issued it', 'Estado que la emitió'],
  enterNumber: ['Enter the number as it stands on the license.', 'Escriba el número como aparece en la licencia.'],
  chooseState: ['Choose a state from the list.', 'Elija un estado de la lista.'],
  licenseClass: ['Class or endorsement', 'Clase o endoso'],
  classHint: [
    'The list has the classes of federal law. We have not confirmed the classes of each state. If yours isn’t listed, leave this empty.',
    'La lista tiene las clases de la ley federal. No hemos confirmado las clases de cada estado. Si la suya no aparece, deje esto vacío.',
  ],
  save: ['Save license', 'Guardar licencia'],
  saving: ['Saving…', 'Guardando…'],
  saved: ['The driver license was saved.', 'Se guardó la licencia de conducir.'],
  removed: [
    'The driver license was removed from the account. Registrations that have it stay as they are.',
    'La licencia de conducir se quitó de la cuenta. Los registros que la tienen no cambian.',
  ],
  remove: ['Remove license', 'Quitar la licencia'],
  removeTitle: ['Remove this driver license?', '¿Quitar esta licencia de conducir?'],
  removeAsk: [
    'The account will have no license number, state or class. Registrations that have them stay as they are.',
    'La cuenta ya no tendrá número, estado ni clase de licencia. Los registros que los tienen no cambian.',
  ],
  keeping: [
    'The license of these courses can no longer be changed here: {courses}. Contact support to correct it.',
    'La licencia de estos cursos ya no se puede cambiar aquí: {courses}. Comuníquese con soporte para corregirla.',
  ],
})
