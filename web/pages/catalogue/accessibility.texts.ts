import { texts } from '#platform/texts.ts'

export const accessibilityTexts = texts({
  title: ['Accessibility', 'Accesibilidad'],
  lead: [
    '{name} wants every student to be able to finish a course. We build this site to meet WCAG 2.2, level AA.',
    'En {name} queremos que todos los estudiantes puedan terminar su curso. Este sitio se desarrolla según las pautas WCAG 2.2, nivel AA.',
  ],
  works: ['What works', 'Lo que funciona'],
  keyboard: [
    'Everything works with a keyboard, and the focus is always visible.',
    'Todo funciona con el teclado y el foco siempre es visible.',
  ],
  reader: [
    'Pages have headings, landmarks and labels for screen readers. Messages and remaining time are announced.',
    'Las páginas tienen encabezados, regiones y etiquetas para lectores de pantalla. Los mensajes y el tiempo restante se anuncian.',
  ],
  zoom: [
    'Text can be enlarged to 400%. The site follows dark mode, high contrast and reduced motion on your device.',
    'El texto se puede ampliar al 400 %. El sitio respeta el modo oscuro, el alto contraste y la reducción de movimiento de su dispositivo.',
  ],
  password: [
    'You can sign in without remembering a password: with a link by email or a passkey.',
    'Puede iniciar sesión sin recordar una contraseña: con un enlace por correo electrónico o una llave de acceso.',
  ],
  time: [
    'Staff can give you extra time for quizzes, exams and identity checks. Ask us before you start.',
    'El personal puede darle más tiempo para los cuestionarios, exámenes y verificaciones de identidad. Pídalo antes de empezar.',
  ],
  idle: [
    'If you stop for a while in a course, we ask whether you are still there. You have 30 seconds to answer, and then more time.',
    'Si se detiene un rato en un curso, le preguntamos si sigue ahí. Tiene 30 segundos para responder y después más tiempo.',
  ],
  motion: [
    'Pages fade into each other only if your device allows motion. Nothing blinks, and no sound starts by itself.',
    'Las páginas cambian con una transición solo si su dispositivo permite el movimiento. Nada parpadea y ningún sonido empieza por sí solo.',
  ],
  gaps: ['What does not work yet', 'Lo que todavía no funciona'],
  captions: [
    'Videos and audio have captions or transcripts only where the author of the course added them.',
    'Los videos y audios tienen subtítulos o transcripciones solo si el autor del curso los agregó.',
  ],
  pdf: [
    'Certificates, receipts and invoices are PDF files without tags for screen readers. Their facts are also on your pages.',
    'Los certificados, recibos y facturas son archivos PDF sin etiquetas para lectores de pantalla. Sus datos también están en sus páginas.',
  ],
  memory: [
    'Some states require identity checks with questions about yourself or your lessons, which you answer from memory and within a time limit. Ask us for another way.',
    'Algunos estados exigen verificaciones de identidad con preguntas sobre usted o sus lecciones, que se responden de memoria y con un límite de tiempo. Pídanos otra opción.',
  ],
  signedOut: [
    'You are signed out after 12 hours, even if you are active. We warn you 10 minutes before. Sign in again to continue.',
    'Su sesión se cierra a las 12 horas, aunque haya actividad. Le avisamos 10 minutos antes. Inicie sesión de nuevo para continuar.',
  ],
  typing: [
    'The typing check does not accept pasted text, because it compares how you type. You can use another check instead.',
    'La verificación de tecleo no acepta texto pegado, porque compara su forma de teclear. Puede usar otra verificación.',
  ],
  outside: [
    'Payment fields, captchas and proctored exams are pages of other companies, which we cannot change.',
    'Los campos de pago, los captchas y los exámenes supervisados son páginas de otras empresas, que no podemos cambiar.',
  ],
  contact: ['Tell us about a problem', 'Infórmenos de un problema'],
  contactText: [
    'Is something hard to use? Tell us which page it is and what you use, and we will help you finish your course.',
    '¿Algo le resulta difícil de usar? Díganos en qué página está y qué utiliza, y le ayudaremos a terminar su curso.',
  ],
  write: ['Write to us', 'Escríbanos'],
  phone: ['Call {phone}', 'Llame al {phone}'],
})
