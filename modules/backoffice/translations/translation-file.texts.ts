import { texts } from '#platform/texts.ts'

export const fileTexts = texts({
  notRead: [
    "We couldn't read this file. Use a CSV, JSON or XLIFF 2 file that was exported here.",
    'No pudimos leer este archivo. Use un archivo CSV, JSON o XLIFF 2 exportado aquí.',
  ],
})
