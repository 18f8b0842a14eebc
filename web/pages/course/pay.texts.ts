import { texts } from '#platform/texts.ts'

export const payTexts = texts({
  title: ['Pay', 'Pagar'],
  reinstate: ['Reinstate course', 'Reactivar curso'],
  payToReinstate: ['Pay Now To Reinstate', 'Pagar ahora para reactivar'],
  fee: ['Fee', 'Cargo'],
  free: ['Free', 'Gratis'],
  days: ['Time to complete it', 'Plazo para completarlo'],
  inDays: [
    'Reinstatement must be completed within {days, plural, one {{days} day} other {{days} days}} of purchase.',
    'La reactivación debe completarse en un plazo de {days, plural, one {{days} día} other {{days} días}} desde la compra.',
  ],
  left: ['Reinstatements left', 'Reactivaciones restantes'],
  records: ['Your progress', 'Su progreso'],
  allow_enter: ['You keep your progress and your course time.', 'Conserva su progreso y su tiempo de curso.'],
  reset_progress: [
    'The course starts over. We keep a record of what you did before.',
    'El curso empieza desde el principio. Guardamos un registro de lo que hizo antes.',
  ],
  closed: [
    "This course can't be reinstated here. Contact support and we'll help.",
    'Este curso no se puede reactivar aquí. Comuníquese con soporte y le ayudaremos.',
  ],
  retake: ['Retake', 'Repetición'],
  retakeText: [
    'After you pay, you can start the next attempt with new questions.',
    'Después de pagar, puede comenzar el siguiente intento con preguntas nuevas.',
  ],
  attempts: ['Attempts left', 'Intentos restantes'],
  noLimit: ['No limit', 'Sin límite'],
  pay: ['Pay Now', 'Pagar ahora'],
  back: ['Back to course', 'Volver al curso'],
})
