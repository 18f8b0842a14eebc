import { texts } from '#platform/texts.ts'

export const bulkTexts = texts({
  title: ['{action}: {list}', '{action}: {list}'],
  done: ['Done: {done} of {rows}.', 'Listas: {done} de {rows}.'],
  someDone: [
    'Done: {done} of {rows}. Not done: {refused}. The file lists them with the reasons.',
    'Listas: {done} de {rows}. Sin hacer: {refused}. El archivo las enumera con los motivos.',
  ],
  undoTitle: ['Undo: {action}: {list}', 'Deshacer: {action}: {list}'],
  undone: ['Undone: {done} of {rows}.', 'Deshechas: {done} de {rows}.'],
  someUndone: [
    'Undone: {done} of {rows}. Not undone: {refused}. The file lists them with the reasons.',
    'Deshechas: {done} de {rows}. Sin deshacer: {refused}. El archivo las enumera con los motivos.',
  ],
  undoStarted: [
    "We're undoing it in the background. Rows: {n}. Rows that have changed since then stay as they are.",
    'Lo estamos deshaciendo en segundo plano. Filas: {n}. Las filas que cambiaron después quedan como están.',
  ],
  changedSince: [
    'This row changed after the action, so it stays as it is.',
    'Esta fila cambió después de la acción, así que queda como está.',
  ],
  alreadyBack: [
    'This row is already as it was before the action.',
    'Esta fila ya está como estaba antes de la acción.',
  ],
  gone: ["This row is gone, or you can't see it anymore.", 'Esta fila ya no existe o usted ya no puede verla.'],
  notOffered: [
    "This action doesn't apply to the row as it is now.",
    'Esta acción no se aplica a la fila en su estado actual.',
  ],
  noRight: [
    'You no longer have permission for this action. Ask an administrator.',
    'Usted ya no tiene permiso para esta acción. Consulte a un administrador.',
  ],
  rowFailed: [
    'Something went wrong with this row. Try again, or contact support.',
    'Se produjo un error en esta fila. Inténtelo de nuevo o comuníquese con soporte.',
  ],
  stopped: ['You stopped the action before this row.', 'Usted detuvo la acción antes de esta fila.'],
  stopping: ['Stopping. Rows that were done stay as they are.', 'Deteniendo. Las filas ya hechas quedan como están.'],
  id: ['ID', 'ID'],
  name: ['Name', 'Nombre'],
  why: ['Reason', 'Motivo'],
  file: ['{list} - not done.csv', '{list} - sin hacer.csv'],
})
