import { texts } from '#platform/texts.ts'

export const viewTexts = texts({
  nameMissing: ['Enter a name for the view.', 'Escriba un nombre para la vista.'],
  queryTooLong: [
    'This view has too many filters to save. Remove some, then save it again.',
    'Esta vista tiene demasiados filtros para guardarse.',
  ],
  unknownColumn: ['This list has no column {name}.', 'Esta lista no tiene la columna {name}.'],
  saved: ['View saved.', 'Vista guardada.'],
  removed: ['View deleted.', 'Vista eliminada.'],
  opens: ['The list now opens with this view.', 'La lista ahora se abre con esta vista.'],
  opensWhole: ['The list now opens without a view.', 'La lista ahora se abre sin ninguna vista.'],
})
