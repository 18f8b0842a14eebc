import { texts } from '#platform/texts.ts'

export const transcriptTexts = texts({
  system: ['Waypost', 'Waypost'],
  image: ['Image', 'Imagen'],
  newest: ['Only the newest messages are included.', 'Solo se incluyen los mensajes más recientes.'],
})
