import { texts } from '#platform/texts.ts'

export const longExportTexts = texts({
  title: ['Export of {list}', 'Exportación de {list}'],
  done: ['Rows: {rows}.', 'Filas: {rows}.'],
  noRight: [
    "You can no longer see this list, so it wasn't exported. Ask an administrator.",
    'Usted ya no puede ver esta lista, así que no se exportó. Consulte a un administrador.',
  ],
  tooLarge: [
    'The file would be larger than 2 GB. Filter the list, then export it again.',
    'El archivo superaría los 2 GB. Filtre la lista y expórtela de nuevo.',
  ],
  failed: ["The list couldn't be exported. Try again.", 'No se pudo exportar la lista. Inténtelo de nuevo.'],
})
