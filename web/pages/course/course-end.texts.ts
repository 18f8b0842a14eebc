import { texts } from '#platform/texts.ts'

export const endTexts = texts({
  dashboard: ['Go to dashboard', 'Ir al panel'],
  disabled: ['Course disabled', 'Curso deshabilitado'],
  expired: ['This course has expired', 'Este curso venció'],
  expiredOn: ['The time to complete it ended on {date}.', 'El plazo para completarlo terminó el {date}.'],
  payNow: ['Pay Now To Reinstate', 'Pagar ahora para reactivar'],
  reinstate: ['Reinstate course', 'Reactivar curso'],
  reinstateText: [
    'You can reinstate the course and continue. The next page shows what happens to your progress.',
    'Puede reactivar el curso y continuar. La página siguiente explica qué pasa con su progreso.',
  ],
  reinstateSupport: ['Contact support to continue this course.', 'Comuníquese con soporte para continuar este curso.'],
  review: ['Course submitted for review', 'Curso enviado para revisión'],
  reviewText: [
    "An instructor is reviewing your answers. This takes 24-48 hours. We'll email you when the review is finished.",
    'Un instructor está revisando sus respuestas. Esto tarda de 24 a 48 horas. Le enviaremos un correo electrónico cuando termine.',
  ],
  goOn: ['Continue the course', 'Continuar el curso'],
  attentionTitle: ['Your course needs your attention', 'Su curso requiere su atención'],
  attention: [
    'An instructor needs something from you before your course can continue.',
    'Un instructor necesita algo de usted antes de que su curso pueda continuar.',
  ],
  attentionList: [
    'Fix everything below. An instructor will then review it again.',
    'Corrija todo lo que sigue. Después, un instructor lo revisará de nuevo.',
  ],
  documentsRefused: [
    'The following uploaded document(s) were not accepted:',
    'No se aceptaron los siguientes documentos:',
  ],
  uploadAgain: ['Upload another document', 'Subir otro documento'],
  answersRefused: ['The following answers were not accepted:', 'No se aceptaron las siguientes respuestas:'],
  correctIt: ['Correct the answer', 'Corregir la respuesta'],
  quizzesReturned: ['The following quizzes were sent back:', 'Se devolvieron los siguientes cuestionarios:'],
  openQuiz: ['Open the quiz', 'Abrir el cuestionario'],
  fixedHint: ["Let us know when you're done.", 'Cuando haya hecho lo que se le pidió, avísenos.'],
  rate: ['Rate this course', 'Califique este curso'],
  yourReview: ['Your review', 'Su reseña'],
  howWasIt: ['How was the course?', '¿Qué le pareció el curso?'],
  stars5: ['5 stars – excellent', '5 estrellas: excelente'],
  stars4: ['4 stars – good', '4 estrellas: bueno'],
  stars3: ['3 stars – all right', '3 estrellas: regular'],
  stars2: ['2 stars – poor', '2 estrellas: malo'],
  stars1: ['1 star – very poor', '1 estrella: muy malo'],
  reviewComment: ['What did you like, and what could be better?', '¿Qué le gustó y qué podría mejorar?'],
  reviewPublic: [
    'Show my review with my first name on the course page',
    'Mostrar mi reseña con mi nombre de pila en la página del curso',
  ],
  reviewElsewhere: ['Review us on Google too', 'Escriba también una reseña en Google'],
  sendReview: ['Send review', 'Enviar reseña'],
  changeReview: ['Change review', 'Cambiar reseña'],
  saidFixed: ["I've fixed it", 'Ya lo corregí'],
  failed: ['Sorry, you failed this course.', 'Lo sentimos, no aprobó este curso.'],
  failedText: [
    "You've used all your attempts. Contact support to find out how to retake the course.",
    'Ya usó todos sus intentos. Comuníquese con soporte para saber cómo volver a tomar el curso.',
  ],
  passed: ['You passed the course', 'Usted aprobó el curso'],
  passedText: [
    "You met every requirement. We're preparing your certificate and will email it to you.",
    'Cumplió todos los requisitos. Estamos preparando su certificado y se lo enviaremos por correo electrónico.',
  ],
  awaitsStock: [
    'You met every requirement. Your certificate is waiting for certificate numbers that we buy from the state. We’ll email it to you when it has one.',
    'Cumplió todos los requisitos. Su certificado espera números de certificado que compramos al estado. Se lo enviaremos por correo electrónico cuando tenga uno.',
  ],
  awaitsAnswer: [
    'You met every requirement. Your certificate is waiting for the number that the agency assigns to it. We’ll email it to you when it has one.',
    'Cumplió todos los requisitos. Su certificado espera el número que le asigna la agencia. Se lo enviaremos por correo electrónico cuando lo tenga.',
  ],
  passedWithout: ['You met every requirement of this course.', 'Cumplió todos los requisitos de este curso.'],
  issued: ['Your certificate is ready', 'Su certificado está listo'],
  faqs: ['Frequently asked questions', 'Preguntas frecuentes'],
  attemptsOver: [
    'You have exceeded your {allowedAttempts} allowed attempts',
    'Superó el límite de intentos permitidos: {allowedAttempts}',
  ],
  attemptsLeft: [
    'Attempts left for {quiz}: {left} of {allowed}.',
    'Intentos que le quedan en {quiz}: {left} de {allowed}.',
  ],
  grade: ['Final grade', 'Calificación final'],
  certificateOf: ['Certificate of {course}', 'Certificado de {course}'],
  email: ['Email it to me', 'Enviármelo por correo electrónico'],
  share: [
    'Anyone with this link can check that your certificate is valid:',
    'Quien tenga este enlace puede comprobar que su certificado es válido:',
  ],
  readAgain: ['Go over the course outline', 'Ver el contenido del curso'],
  certificate: ['Certificate', 'Certificado'],
  number: ['Certificate number', 'Número de certificado'],
  validUntil: ['Valid until', 'Válido hasta'],
  issuedOn: ['Issued Date', 'Fecha de emisión'],
  download: ['Download certificate', 'Descargar certificado'],
  print: ['Print (PDF)', 'Imprimir (PDF)'],
  support: ['Support', 'Soporte'],
  phone: ['Call us: {phone}', 'Llámenos: {phone}'],
  message: ['Send a support message', 'Enviar un mensaje a soporte'],
})

/** The reasons for disabling a course, by id. */
export const reasonTexts = texts({
  1: [
    'This course was refunded, so you can no longer open it.',
    'Se reembolsó este curso, así que ya no puede abrirlo.',
  ],
  2: ["You've used all the retakes you are allowed.", 'Ya usó todas las repeticiones permitidas.'],
  3: [
    "You've used all the retakes the state of Florida allows for this course.",
    'Ya usó todas las repeticiones que el estado de Florida permite para este curso.',
  ],
  4: ['This course was disabled.', 'Se deshabilitó este curso.'],
  5: [
    'You were inactive longer than the state allows, so the course was disabled.',
    'Su inactividad superó el tiempo que permite el estado, así que el curso se deshabilitó.',
  ],
  6: [
    "You didn't answer a security question within the required time.",
    'No respondió una pregunta de seguridad dentro del tiempo exigido.',
  ],
  7: [
    'You used all your attempts to answer a personal security question, enter a code or confirm with your device.',
    'Usó todos sus intentos para responder una pregunta de seguridad personal, escribir un código o confirmar con su dispositivo.',
  ],
  8: [
    "Your typing didn't match the sample you gave us.",
    'Su forma de teclear no coincidió con la muestra que nos dio.',
  ],
  9: [
    "You can't re-enable this course on your own anymore. Call us and we'll help.",
    'Ya no puede volver a habilitar este curso por su cuenta. Llámenos y le ayudaremos.',
  ],
})

/** The same for statuses that imply the reason. */
export const statusReasonTexts = texts({
  16: [
    'This course was refunded, so you can no longer open it.',
    'Se reembolsó este curso, así que ya no puede abrirlo.',
  ],
  17: [
    "We couldn't report your completion. Something in your information must be corrected first.",
    'No pudimos informar que terminó el curso. Primero hay que corregir alguno de sus datos.',
  ],
  19: [
    "The state highway safety agency didn't accept your completion. Something in your information must be corrected first.",
    'La agencia estatal de seguridad vial no aceptó el informe de que terminó el curso. Primero hay que corregir alguno de sus datos.',
  ],
})
