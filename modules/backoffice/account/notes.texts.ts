import { texts } from '#platform/texts.ts'

export const noteTexts = texts({
  write: ['New note', 'Nota nueva'],
  hint: ['Only staff can read notes.', 'Solo el personal puede leer las notas.'],
  add: ['Add note', 'Agregar nota'],
  adding: ['Saving info...', 'Guardando…'],
  empty: ['No notes yet.', 'Todavía no hay notas.'],
  emptyText: [
    'Add a note to tell colleagues what they should know about this person.',
    'Agregue una nota con lo que sus colegas deben saber de esta persona.',
  ],
  emptyOrganization: [
    'Add a note to tell colleagues what they should know about this organization. Its own staff see only their own notes.',
    'Agregue una nota con lo que sus colegas deben saber de esta organización. El personal de la organización solo ve sus propias notas.',
  ],
  edited: ['edited', 'editada'],
  edit: ['Edit', 'Editar'],
  editOf: ['Edit the note from {date}', 'Editar la nota del {date}'],
  note: ['Note', 'Nota'],
  save: ['Save', 'Guardar'],
  cancel: ['Cancel', 'Cancelar'],
  delete: ['Delete', 'Eliminar'],
  deleteOf: ['Delete the note from {date}', 'Eliminar la nota del {date}'],
  deleteTitle: ['Delete the note?', '¿Eliminar la nota?'],
  deleteText: ['The note by {name} from {date} will be deleted.', 'Se eliminará la nota de {name} del {date}.'],
})
