import { texts } from '../../../platform/texts.ts'

export const fileTexts = texts({
  notRead: [
    "We couldn't read this file. Use a CSV or JSON file that was exported here.",
    'No pudimos leer este archivo. Use un archivo CSV o JSON exportado aquí.',
  ],
})
