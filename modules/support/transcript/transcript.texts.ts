import { texts } from '#platform/texts.ts'

export const transcriptTexts = texts({
  image: ['Image', 'Imagen'],
  newest: ['Only the newest messages are included.', 'Solo se incluyen los mensajes más recientes.'],
})
