import { texts } from '../../../platform/texts.ts'

export const noteTexts = texts({
  write: ['New note', 'Nota nueva'],
  hint: ['Notes are read by staff only.', 'Solo el personal puede leer las notas.'],
  add: ['Add note', 'Agregar nota'],
  adding: ['Saving info...', 'Guardando información...'],
  empty: ['No notes yet.', 'Todavía no hay notas.'],
  emptyText: [
    'What colleagues should know about this person stands here, with its author and its time.',
    'Aquí consta lo que los compañeros deben saber de esta persona, con autor y hora.',
  ],
  edited: ['edited', 'editada'],
  edit: ['Edit', 'Editar'],
  editOf: ['Edit the note of {date}', 'Editar la nota del {date}'],
  note: ['Note', 'Nota'],
  save: ['Save', 'Guardar'],
  cancel: ['Cancel', 'Cancelar'],
  delete: ['Delete', 'Eliminar'],
  deleteOf: ['Delete the note of {date}', 'Eliminar la nota del {date}'],
  deleteTitle: ['Delete the note?', '¿Eliminar la nota?'],
  deleteText: ['The note of {name} of {date} will be deleted.', 'Se eliminará la nota de {name} del {date}.'],
})
