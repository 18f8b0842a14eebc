import { texts } from '../../../platform/texts.ts'

export const playerTexts = texts({
  next: ['Next', 'Siguiente'],
  previous: ['Previous', 'Anterior'],
  goOn: ['Continue', 'Continuar'],
  contents: ['Table of contents', 'Tabla de contenido'],
  already: ['You are already in this module.', 'Ya está en este módulo.'],
  completed: ['Completed', 'Completado'],
  current: ['You are here', 'Está aquí'],
  locked: ['Not open yet', 'Aún no disponible'],
  finalExam: ['Final exam', 'Examen final'],
  narration: ['Listen to this lesson', 'Escuchar esta lección'],
  break: ['Break', 'Descanso'],
  breakServer: ['Your break ends in {time}.', 'Su descanso termina en {time}.'],
  timeNeeded: ['Time needed on this page: {time}', 'Tiempo necesario en esta página: {time}'],
  viewing: [
    'You are viewing as this student: nothing is counted and nothing moves on.',
    'Está viendo como este estudiante: no se cuenta el tiempo y nada avanza.',
  ],
  percent: ['{percent}% of the course completed', '{percent}% del curso completado'],
})
