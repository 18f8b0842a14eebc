import { texts } from '#platform/texts.ts'

export const extraTimeTexts = texts({
  title: ['Extra time', 'Tiempo adicional'],
  lead: [
    'Give a student more time in quizzes, final exams and identity checks, in all courses. It applies to attempts and checks that start from now on.',
    'Dele a un estudiante más tiempo en los cuestionarios, exámenes finales y verificaciones de identidad de todos sus cursos. Se aplica a los intentos y verificaciones que empiecen a partir de ahora.',
  ],
  student: ['Student', 'Estudiante'],
  now: ['Extra time now', 'Tiempo adicional actual'],
  none: ['No extra time', 'Sin tiempo adicional'],
  more: ['{percent}% more time', '{percent} % más de tiempo'],
  by: ['Given by', 'Concedido por'],
  on: ['Date', 'Fecha'],
  percent: ['Time limits', 'Límites de tiempo'],
  reason: ['Reason (staff only)', 'Motivo (solo para el personal)'],
  reasonMissing: ['Enter reason', 'Escriba el motivo'],
  save: ['Save extra time', 'Guardar tiempo adicional'],
  saving: ['Saving…', 'Guardando…'],
  saved: ['Extra time saved.', 'Se guardó el tiempo adicional.'],
  back: ['Back to the account', 'Volver a la cuenta'],
})
