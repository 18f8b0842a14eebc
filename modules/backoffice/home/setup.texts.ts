import { texts } from '#platform/texts.ts'

export const setupTexts = texts({
  title: ['Get your school ready', 'Prepare su escuela'],
  progress: ['Done: {done} of {total}', 'Hecho: {done} de {total}'],
  others: [
    '{n, plural, one {Another step waits for someone with more permissions.} other {{n} more steps wait for someone with more permissions.}}',
    '{n, plural, one {Otro paso corresponde a alguien con más permisos.} other {Otros {n} pasos corresponden a alguien con más permisos.}}',
  ],
  notNeeded: ['Not needed', 'No hace falta'],
  skipped: ['The step was removed from the list.', 'El paso se quitó de la lista.'],
  needed: ['The step is back on the list.', 'El paso volvió a la lista.'],
  logo: ['Upload your logo', 'Suba su logotipo'],
  logoHint: [
    'It appears on your pages, emails, receipts and certificates.',
    'Aparece en sus páginas, correos electrónicos, recibos y certificados.',
  ],
  color: ['Choose your color', 'Elija su color'],
  colorHint: [
    'Buttons, emails and certificates take it on.',
    'Lo usan los botones, los correos electrónicos y los certificados.',
  ],
  website: ['Add a website', 'Agregue un sitio web'],
  websiteHint: ['The address where students find your courses.', 'La dirección donde los estudiantes ven sus cursos.'],
  offer: ['Put a course on sale', 'Ponga un curso a la venta'],
  offerHint: ['Choose a published course and its price.', 'Elija un curso publicado y su precio.'],
  program: ['Name the program of your courses', 'Indique el programa de sus cursos'],
  programHint: [
    'With it we check your courses against the rules of the state and report completions.',
    'Así comprobamos sus cursos con las reglas del estado e informamos las finalizaciones.',
  ],
  payment: ['Check how students pay', 'Revise cómo pagan los estudiantes'],
  paymentHint: [
    'Methods of payment, sales tax, terms of sale and refunds.',
    'Métodos de pago, impuesto sobre las ventas, condiciones de venta y reembolsos.',
  ],
  hours: ['Enter your support hours', 'Indique el horario de soporte'],
  hoursHint: [
    'Students see when someone answers, and at which number.',
    'Los estudiantes ven cuándo hay alguien y en qué número.',
  ],
  signer: ['Name who signs certificates', 'Indique quién firma los certificados'],
  signerHint: ['A name, a title and a picture of the signature.', 'Un nombre, un cargo y una imagen de la firma.'],
  purchase: ['Make a first test purchase', 'Haga una primera compra de prueba'],
  purchaseHint: [
    'Buy a course as a student would. You can refund it afterward.',
    'Compre un curso como lo haría un estudiante. Después puede reembolsarlo.',
  ],
})
