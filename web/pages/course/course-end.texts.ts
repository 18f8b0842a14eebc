import { texts } from '../../../platform/texts.ts'

export const endTexts = texts({
  dashboard: ['Go to the dashboard', 'Ir al panel'],
  disabled: ['Course disabled', 'Curso deshabilitado'],
  expired: ['This course has expired', 'Este curso ha vencido'],
  expiredOn: ['The time to complete it ended on {date}.', 'El plazo para completarlo terminó el {date}.'],
  payNow: ['Pay Now To Reinstate', 'Pagar ahora para reactivar'],
  reinstate: ['Reinstate the course', 'Reactivar el curso'],
  reinstateText: [
    'You can reinstate the course and go on. The next page says what becomes of your progress.',
    'Puede reactivar el curso y continuar. La página siguiente explica qué pasa con su progreso.',
  ],
  reinstateSupport: [
    'To go on with this course, please contact support.',
    'Para continuar este curso, comuníquese con soporte.',
  ],
  review: ['Course submitted for review', 'Curso enviado para revisión'],
  reviewText: [
    'An instructor is reviewing your answers, which takes 24-48 hours. You will receive an e-mail when the review is finished.',
    'Un instructor está revisando sus respuestas, lo que tarda de 24 a 48 horas. Recibirá un correo cuando termine.',
  ],
  attention: [
    'Something in your submission needs your attention. Please contact support.',
    'Algo de lo que envió requiere su atención. Comuníquese con soporte.',
  ],
  failed: ['Sorry, you failed this course.', 'Lo sentimos, no aprobó este curso.'],
  failedText: [
    "You've used all your attempts. Contact support to find out how to retake the course.",
    'Ya usó todos sus intentos. Comuníquese con soporte para saber cómo volver a tomar el curso.',
  ],
  passed: ['You passed the course', 'Aprobó el curso'],
  passedText: [
    'Every requirement is met. Your certificate is being prepared; you will receive it by e-mail.',
    'Cumplió todos los requisitos. Su certificado se está preparando y lo recibirá por correo.',
  ],
  issued: ['Your certificate is ready', 'Su certificado está listo'],
  grade: ['Final grade', 'Calificación final'],
  report: ['Report to the agency', 'Informe a la agencia'],
  certificate: ['Certificate', 'Certificado'],
  number: ['Certificate number', 'Número de certificado'],
  issuedOn: ['Issued Date', 'Fecha de emisión'],
  download: ['Download certificate', 'Descargar certificado'],
  print: ['Print (PDF)', 'Imprimir (PDF)'],
  support: ['Support', 'Soporte'],
  phone: ['Call us: {phone}', 'Llámenos: {phone}'],
  hours: ['Mon-Fri 9-5 EST', 'Lun-vie 9-5 EST'],
  message: ['Send a support message', 'Enviar un mensaje a soporte'],
})

/** Why a course is disabled, by the reason's id. */
export const reasonTexts = texts({
  1: ['This course was refunded and can no longer be opened.', 'Este curso fue reembolsado y ya no se puede abrir.'],
  2: ['You have used all of your allowed retake attempts.', 'Ha usado todos los intentos de repetición permitidos.'],
  3: [
    'You have used all retakes that the state of Florida allows for this course.',
    'Ha usado todas las repeticiones que el estado de Florida permite para este curso.',
  ],
  4: ['This course has been disabled.', 'Este curso ha sido deshabilitado.'],
  5: [
    'You were inactive in the course for longer than the state allows, so the course was disabled.',
    'Estuvo inactivo en el curso más tiempo del que permite el estado, por lo que el curso fue deshabilitado.',
  ],
  6: [
    'A security question was not answered within the required time.',
    'Una pregunta de seguridad no se respondió dentro del tiempo exigido.',
  ],
  7: [
    'A personal security question was not answered correctly within the allowed attempts.',
    'Una pregunta de seguridad personal no se respondió correctamente dentro de los intentos permitidos.',
  ],
  8: [
    'Your typing did not match the sample that you gave us.',
    'Su forma de escribir no coincidió con la muestra que nos dio.',
  ],
  9: [
    'You have re-enabled this course as often as you can do yourself. Please call us.',
    'Ya reactivó este curso tantas veces como puede hacerlo usted mismo. Por favor, llámenos.',
  ],
})

/** The same where the status says it and not a reason. */
export const statusReasonTexts = texts({
  16: ['This course was refunded and can no longer be opened.', 'Este curso fue reembolsado y ya no se puede abrir.'],
  17: [
    'Your completion could not be reported. Something in your information must be corrected first.',
    'No se pudo informar su finalización. Primero hay que corregir algún dato suyo.',
  ],
  19: [
    'The state highway-safety agency did not accept your completion. Something in your information must be corrected first.',
    'La agencia estatal de seguridad vial no aceptó su finalización. Primero hay que corregir algún dato suyo.',
  ],
})
