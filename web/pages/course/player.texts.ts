import { texts } from '../../../platform/texts.ts'

export const playerTexts = texts({
  next: ['Next', 'Siguiente'],
  previous: ['Previous', 'Anterior'],
  goOn: ['Continue', 'Continuar'],
  contents: ['Table of contents', 'Tabla de contenido'],
  already: ['You are already in this module.', 'Ya está en este módulo.'],
  completed: ['Completed', 'Completado'],
  current: ['You are here', 'Usted está aquí'],
  locked: ['Not available yet', 'Todavía no disponible'],
  finalExam: ['Final exam', 'Examen final'],
  narration: ['Listen to this lesson', 'Escuchar esta lección'],
  break: ['Break', 'Descanso'],
  breakServer: ['Your break ends in {time}.', 'Su descanso termina en {time}.'],
  timeNeeded: ['Time needed on this page: {time}', 'Tiempo necesario en esta página: {time}'],
  viewing: [
    "You're viewing as this student. Time is not counted, and you can't move the course forward.",
    'Está viendo el curso como este estudiante. El tiempo no se cuenta y no puede avanzar en el curso.',
  ],
  percent: ['{percent}% of the course completed', '{percent}% del curso completado'],
})
