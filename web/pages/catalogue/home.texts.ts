import { texts } from '#platform/texts.ts'

/** The home page in the product's words, for organizations without their own. */
export const homeWords = texts({
  title: ['Online driving courses', 'Cursos de manejo en línea'],
  headline: ['Finish your driving course from home', 'Termine su curso de manejo desde casa'],
  headlineLead: [
    'Learn at your own pace on your phone or computer, pass the exam, and get your certificate.',
    'Aprenda a su ritmo en el teléfono o la computadora, apruebe el examen y reciba su certificado.',
  ],
  picker: ['Find your course', 'Encuentre su curso'],
  need: ['Why do you need a course?', '¿Por qué necesita un curso?'],
  ticket: ['I have a ticket', 'Tengo una multa'],
  court: ['I have a court order', 'Tengo una orden judicial'],
  insurance: ['I want an insurance discount', 'Quiero un descuento en el seguro'],
  license: ['I need my first license', 'Quiero mi primera licencia'],
  state: ['In which state?', '¿En qué estado?'],
  show: ['Show my course', 'Ver mi curso'],
  seeCourses: ['See our courses', 'Ver nuestros cursos'],
  passed: [
    '{n, plural, one {student passed} other {students passed}}',
    '{n, plural, one {estudiante aprobó} other {estudiantes aprobaron}}',
  ],
  rating: [
    'from {count, plural, one {{count} review} other {{count} reviews}}',
    'según {count, plural, one {{count} reseña} other {{count} reseñas}}',
  ],
  ratingOf: ['{n} of 5', '{n} de 5'],
  minutes: ['minutes of lessons', 'minutos de lecciones'],
  range: ['{from} to {to}', 'De {from} a {to}'],
  approval: ['Approved school', 'Escuela aprobada'],
  approvalNumber: ['Approval number {number}', 'Número de aprobación {number}'],
  courses: ['Our courses', 'Nuestros cursos'],
  allCourses: [
    'See all {n, plural, one {{n} course} other {{n} courses}}',
    'Ver {n, plural, one {{n} curso} other {los {n} cursos}}',
  ],
  steps: ['How it works', 'Cómo funciona'],
  pay: ['Pay', 'Pague'],
  payText: [
    'Choose your course and pay online. You can start right away.',
    'Elija su curso y pague en línea. Puede empezar de inmediato.',
  ],
  learn: ['Learn', 'Aprenda'],
  learnText: [
    'Take the lessons when it suits you. We save your place and your time.',
    'Tome las lecciones cuando le convenga. Guardamos su avance y su tiempo.',
  ],
  pass: ['Pass', 'Apruebe'],
  passText: ['Pass the exam and get your certificate.', 'Apruebe el examen y reciba su certificado.'],
  report: ['We report', 'Nosotros reportamos'],
  reportText: [
    'Where your state or court requires it, we report that you finished.',
    'Donde su estado o tribunal lo exige, reportamos que usted terminó.',
  ],
  faq: ['Questions and answers', 'Preguntas y respuestas'],
  q1: ['Can I take the course on my phone?', '¿Puedo tomar el curso en el teléfono?'],
  a1: [
    'Yes. It works in the browser of your phone, tablet or computer. You don’t need to install anything.',
    'Sí. Funciona en el navegador del teléfono, la tableta o la computadora. No tiene que instalar nada.',
  ],
  q2: ['Do I have to finish in one sitting?', '¿Tengo que terminarlo de una sola vez?'],
  a2: [
    'No. Stop whenever you need to. We save your place and the time you spent.',
    'No. Deténgase cuando lo necesite. Guardamos su avance y el tiempo que dedicó.',
  ],
  q3: ['Will my court, agency or insurer accept the course?', '¿Mi tribunal, agencia o aseguradora aceptará el curso?'],
  a3: [
    'They decide. Before you buy, ask the clerk, judge or insurer whether they accept this course for your case.',
    'Ellos lo deciden. Antes de comprar, pregunte en el tribunal o a su aseguradora si aceptan este curso en su caso.',
  ],
  q4: ['How do I get my certificate?', '¿Cómo recibo mi certificado?'],
  a4: [
    'You choose a delivery method when you pay, if your course includes a certificate. Each course page shows the options.',
    'Usted elige la forma de entrega al pagar, si el curso incluye certificado. La página de cada curso muestra las opciones.',
  ],
  contact: ['Talk to us', 'Hable con nosotros'],
  contactText: [
    'Not sure which course you need? We’ll help you choose.',
    '¿No sabe qué curso necesita? Le ayudamos a elegir.',
  ],
  call: ['Call {phone}', 'Llamar al {phone}'],
  write: ['Send us a message', 'Enviar un mensaje'],
  hours: ['Hours', 'Horario'],
  description: ['Online driving courses from {name}.', 'Cursos de manejo en línea de {name}.'],
})
