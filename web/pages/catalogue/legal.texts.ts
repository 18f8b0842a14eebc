import { texts } from '../../../platform/texts.ts'

export const legal = texts({
  privacy: ['Privacy', 'Privacidad'],
  terms: ['Terms', 'Términos'],
  sample: [
    'This is the sample text of the software. The operator of this site must replace it with its own, reviewed by a lawyer, before selling a course.',
    'Este es el texto de muestra del programa. El operador de este sitio debe reemplazarlo por el suyo, revisado por un abogado, antes de vender un curso.',
  ],
  who: ['Who keeps your data', 'Quién guarda sus datos'],
  whoText: [
    '{name} sells the courses on this site and keeps the records about you that are named here.',
    '{name} vende los cursos de este sitio y guarda los datos sobre usted que se nombran aquí.',
  ],
  what: ['What is kept', 'Qué se guarda'],
  whatText: [
    'Your name, contact details and date of birth; what you answer at registration; your orders; the time you spend in each lesson, your answers and results; and what is needed to check that it is you who takes the course.',
    'Su nombre, datos de contacto y fecha de nacimiento; lo que responde en la inscripción; sus pedidos; el tiempo que pasa en cada lección, sus respuestas y resultados; y lo necesario para comprobar que es usted quien toma el curso.',
  ],
  why: ['What it is used for', 'Para qué se usa'],
  whyText: [
    'To give you the course, to issue your certificate, to report your completion to the agency that asks for it, and to answer your questions. It is not sold and not used for advertising.',
    'Para darle el curso, emitir su certificado, informar su finalización a la agencia que la pide y responder a sus preguntas. No se vende ni se usa para publicidad.',
  ],
  card: ['Payment cards', 'Tarjetas de pago'],
  cardText: [
    'Card numbers go from your browser straight to the payment gateway. This site never sees or keeps them.',
    'Los números de tarjeta van de su navegador directamente a la pasarela de pago. Este sitio nunca los ve ni los guarda.',
  ],
  rights: ['Your choices', 'Sus opciones'],
  rightsText: [
    'You can see and correct your details in your account. Records that the law requires of a driving course are kept as long as the law says. For everything else, write to us.',
    'Puede ver y corregir sus datos en su cuenta. Los registros que la ley exige de un curso de manejo se guardan el tiempo que la ley indica. Para todo lo demás, escríbanos.',
  ],
  course: ['The course', 'El curso'],
  courseText: [
    'You take the course yourself, for the time that its rules require. Sharing your account or having somebody else answer for you ends the course without a certificate.',
    'Usted mismo toma el curso, durante el tiempo que sus reglas exigen. Compartir su cuenta o hacer que otra persona responda por usted termina el curso sin certificado.',
  ],
  price: ['Prices and payment', 'Precios y pago'],
  priceText: [
    'The price is the one shown in your cart when you pay, in US dollars.',
    'El precio es el que muestra su carrito al pagar, en dólares de los Estados Unidos.',
  ],
  result: ['Certificates', 'Certificados'],
  resultText: [
    'A certificate is issued after all lessons, the required time and the final exam, and only where the course says that one is issued. Whether an agency, a court or an insurer accepts it is their decision: please ask them first.',
    'El certificado se emite después de todas las lecciones, el tiempo requerido y el examen final, y solo si el curso indica que se emite. Que una agencia, un tribunal o una aseguradora lo acepte es decisión suya: pregunte antes.',
  ],
  contact: ['Contact', 'Contacto'],
  contactText: [
    'Write to {name} through the support page of this site.',
    'Escriba a {name} en la página de soporte de este sitio.',
  ],
})
