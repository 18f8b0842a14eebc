import { texts } from '#platform/texts.ts'

export const legal = texts({
  privacy: ['Privacy', 'Privacidad'],
  terms: ['Terms', 'Términos'],
  sample: [
    'This is sample text. Before selling a course, the operator of this site must replace it with its own text, reviewed by a lawyer.',
    'Este es un texto de muestra. Antes de vender un curso, el operador de este sitio debe reemplazarlo por su propio texto, revisado por un abogado.',
  ],
  who: ['Who is responsible for your information', 'Quién es responsable de su información'],
  whoText: [
    '{name} sells the courses on this site and keeps the information about you described on this page.',
    '{name} vende los cursos de este sitio y guarda la información sobre usted que se describe en esta página.',
  ],
  what: ['What information we keep', 'Qué información guardamos'],
  whatText: [
    'Your name, contact details and date of birth; your registration answers; your orders; the time you spend in each lesson, your answers and your results; and the information we need to verify that you are the person taking the course.',
    'Su nombre, datos de contacto y fecha de nacimiento; sus respuestas del registro; sus pedidos; el tiempo que dedica a cada lección, sus respuestas y sus resultados; y la información que necesitamos para verificar que es usted quien toma el curso.',
  ],
  why: ['How we use it', 'Cómo la usamos'],
  whyText: [
    'To provide your course, issue your certificate, report your completion to the agency that requires it and answer your questions. We do not sell it or use it for advertising.',
    'Para ofrecerle el curso, emitir su certificado, informar que terminó el curso a la agencia que lo exige y responder a sus preguntas. No la vendemos ni la usamos para publicidad.',
  ],
  card: ['Payment cards', 'Tarjetas de pago'],
  cardText: [
    'Your browser sends card numbers straight to the payment gateway. This site never sees or stores them.',
    'Su navegador envía los números de tarjeta directamente a la pasarela de pago. Este sitio nunca los ve ni los guarda.',
  ],
  rights: ['Your choices', 'Sus opciones'],
  rightsText: [
    'You can view and correct your information in your account. We keep the records that the law requires for a driving course for as long as the law requires. For anything else, contact us.',
    'Puede ver y corregir su información en su cuenta. Guardamos los registros que la ley exige para un curso de manejo durante el tiempo que la ley indica. Para todo lo demás, comuníquese con nosotros.',
  ],
  course: ['The course', 'El curso'],
  courseText: [
    'You must take the course yourself, for the time that its rules require. If you share your account or another person answers for you, the course ends without a certificate.',
    'Usted debe tomar el curso personalmente, durante el tiempo que exigen sus reglas. Si comparte su cuenta u otra persona responde por usted, el curso termina sin certificado.',
  ],
  price: ['Prices and payment', 'Precios y pago'],
  priceText: [
    'You pay the price shown in your cart when you pay, in U.S. dollars.',
    'Usted paga el precio que muestra su carrito al momento de pagar, en dólares de los Estados Unidos.',
  ],
  result: ['Certificates', 'Certificados'],
  resultText: [
    'If the course includes a certificate, we issue it after you finish all lessons, the required time and the final exam. An agency, a court or an insurer decides whether to accept it. Ask them before you buy.',
    'Si el curso incluye un certificado, lo emitimos después de que termine todas las lecciones, el tiempo requerido y el examen final. Una agencia, un tribunal o una aseguradora decide si lo acepta. Pregunte antes de comprar.',
  ],
  contact: ['Contact', 'Contacto'],
  contactText: [
    'Contact {name} through the support page on this site.',
    'Comuníquese con {name} a través de la página de soporte de este sitio.',
  ],
})
