import { texts } from '../../../platform/texts.ts'

export const payTexts = texts({
  title: ['Pay', 'Pagar'],
  reinstate: ['Reinstate the course', 'Reactivar el curso'],
  payToReinstate: ['Pay Now To Reinstate', 'Pagar ahora para reactivar'],
  fee: ['Fee', 'Cargo'],
  free: ['Free', 'Gratis'],
  days: ['Time to complete it', 'Plazo para completarlo'],
  inDays: [
    'Reinstatement must be completed within {days} days of purchase.',
    'La reactivación debe completarse en un plazo de {days} días desde la compra.',
  ],
  left: ['Reinstatements left', 'Reactivaciones restantes'],
  records: ['Your records', 'Sus registros'],
  allow_enter: ['Your progress and your seat time are kept.', 'Se conservan su progreso y su tiempo de clase.'],
  reset_progress: [
    'The course begins anew; what you did before is kept for the records.',
    'El curso empieza de nuevo; lo hecho hasta ahora se conserva en los registros.',
  ],
  closed: [
    'This course cannot be reinstated here. Please contact support.',
    'Este curso no se puede reactivar aquí. Comuníquese con soporte.',
  ],
  retake: ['Retake', 'Repetición'],
  retakeText: [
    'After the payment you can begin the next attempt, with new questions.',
    'Después del pago puede comenzar el siguiente intento, con preguntas nuevas.',
  ],
  attempts: ['Attempts left', 'Intentos restantes'],
  noLimit: ['No limit', 'Sin límite'],
  pay: ['Pay Now', 'Pagar ahora'],
  back: ['Back to the course', 'Volver al curso'],
})
