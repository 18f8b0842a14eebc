import { texts } from '#platform/texts.ts'

export const questionSettingsTexts = texts({
  more: ['More settings', 'Más opciones'],
  lesson: ['Lesson', 'Lección'],
  anyLesson: ['Any lesson', 'Cualquier lección'],
  lessonGone: ['A lesson that was deleted', 'Una lección que se eliminó'],
  noEdit: ["Students can't change a saved answer", 'Los estudiantes no pueden cambiar una respuesta guardada'],
  twice: ['Students type the answer twice', 'Los estudiantes escriben la respuesta dos veces'],
  review: ['Staff review the file', 'El personal revisa el archivo'],
  subject: ['Asks for', 'Pregunta por'],
  subjectHint: [
    'Reports to agencies and rules of programs take the answer from here.',
    'Los informes a las agencias y las reglas de los programas toman la respuesta de aquí.',
  ],
  subjectByTitle: ['By its title: {subject}', 'Según el título: {subject}'],
  permitExpiration: ['Expiration of the permit', 'Vencimiento del permiso'],
  documentNumber: ['Number of a license or ID', 'Número de licencia o de identificación'],
  otherSubject: ['Something else', 'Otra cosa'],
  timer: ['Limit the time to answer', 'Limitar el tiempo para responder'],
  seconds: ['Seconds', 'Segundos'],
  words: ['Limit the number of words', 'Limitar la cantidad de palabras'],
  characters: ['Limit the number of characters', 'Limitar la cantidad de caracteres'],
  least: ['At least', 'Como mínimo'],
  most: ['At most', 'Como máximo'],
  pattern: ['Pattern', 'Patrón'],
  patternHint: [
    'A regular expression that the answer must match, such as ^[A-Z]{2}[0-9]{6}$. Leave empty to accept any answer.',
    'Una expresión regular que la respuesta debe cumplir, como ^[A-Z]{2}[0-9]{6}$. Déjelo vacío para aceptar cualquier respuesta.',
  ],
  earliest: ['Earliest date', 'Fecha mínima'],
  latest: ['Latest date', 'Fecha máxima'],
  model: ['Model answer', 'Respuesta modelo'],
  modelHint: [
    'Staff see it when they grade. Students see it when they review the quiz.',
    'El personal la ve al calificar. Los estudiantes la ven al revisar el cuestionario.',
  ],
})
