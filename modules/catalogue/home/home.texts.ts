import { texts } from '#platform/texts.ts'

/** The texts of the form for an organization's home page. */
export const homeTexts = texts({
  title: ['Home page', 'Página de inicio'],
  lead: [
    'What visitors see first at the address of {name}. Leave a field blank to use our words.',
    'Lo primero que ven los visitantes en la dirección de {name}. Deje un campo en blanco para usar nuestro texto.',
  ],
  view: ['View the home page', 'Ver la página de inicio'],
  hero: ['Opening', 'Apertura'],
  picker: ['Course picker', 'Selector de cursos'],
  numbers: ['Numbers', 'Cifras'],
  approval: ['Approval', 'Aprobación'],
  courses: ['Courses', 'Cursos'],
  steps: ['How it works', 'Cómo funciona'],
  faq: ['Questions of visitors', 'Preguntas de los visitantes'],
  contact: ['Phone and hours', 'Teléfono y horario'],
  refund: ['Refunds', 'Reembolsos'],
  refundLead: [
    'A sentence about refunds beside the price of each course. Without a text, nothing is shown.',
    'Una frase sobre reembolsos junto al precio de cada curso. Sin texto, no se muestra nada.',
  ],
  heroLead: [
    'A sentence that says what students get, and a picture.',
    'Una frase que dice qué obtienen los estudiantes, y una imagen.',
  ],
  pickerLead: [
    'Visitors say why they need a course and in which state, and get to the right one.',
    'Los visitantes indican por qué necesitan un curso y en qué estado, y llegan al indicado.',
  ],
  numbersLead: [
    'Students who passed, your rating and the length of your courses. Only numbers that you have are shown.',
    'Estudiantes que aprobaron, su calificación y la duración de sus cursos. Solo se muestran las cifras que existen.',
  ],
  approvalLead: [
    'Shown once you enter an approval number under Settings, Certificate signer.',
    'Se muestra cuando usted indica un número de aprobación en Configuración, Firmante de certificados.',
  ],
  coursesLead: ['Your courses for sale, up to six.', 'Sus cursos a la venta, hasta seis.'],
  stepsLead: ['Pay, learn, pass, and we report.', 'Pagar, aprender, aprobar, y nosotros reportamos.'],
  faqLead: [
    'Write each question on a line, its answer below it, and leave an empty line before the next question.',
    'Escriba cada pregunta en una línea, su respuesta debajo, y deje una línea vacía antes de la siguiente pregunta.',
  ],
  contactLead: ['Your support phone, hours and email.', 'El teléfono, el horario y el correo de su soporte.'],
  shown: ['Show this section', 'Mostrar esta sección'],
  titleEn: ['Title in English', 'Título en inglés'],
  titleEs: ['Title in Spanish', 'Título en español'],
  bodyEn: ['Text in English', 'Texto en inglés'],
  bodyEs: ['Text in Spanish', 'Texto en español'],
  picture: ['Picture', 'Imagen'],
  usualPicture: ['Our choice', 'La nuestra'],
  ownPicture: ['Your picture', 'Su imagen'],
  saved: ['Home page saved.', 'Página de inicio guardada.'],
  upload: ['Upload a picture', 'Subir una imagen'],
  uploadHint: [
    'PNG, JPEG or WebP, up to 5 MB. It replaces the picture above.',
    'PNG, JPEG o WebP, hasta 5 MB. Reemplaza la imagen de arriba.',
  ],
})
