import { texts } from '#platform/texts.ts'

export const listenTexts = texts({
  recording: ['Listen to this lesson', 'Escuchar esta lección'],
  recordingOf: ['Listen to this lesson, part {n} of {total}', 'Escuchar esta lección, parte {n} de {total}'],
  read: ['Read aloud', 'Leer en voz alta'],
  pause: ['Pause reading', 'Pausar la lectura'],
  goOn: ['Continue reading', 'Continuar la lectura'],
  voice: [
    "Your browser's voice reads this page. It isn't a recording.",
    'La voz de su navegador lee esta página. No es una grabación.',
  ],
})
