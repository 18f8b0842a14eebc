import { texts } from '#platform/texts.ts'

export const peopleTexts = texts({
  email: ['A valid Email is required.', 'Escriba un correo electrónico válido.'],
  username: ['Username is required.', 'El nombre de usuario es obligatorio.'],
  password: ['Password is required.', 'La contraseña es obligatoria.'],
  firstName: ['First name is required.', 'El nombre es obligatorio.'],
  lastName: ['Last name is required.', 'El apellido es obligatorio.'],
  nameOnly: [
    'Enter a name without web or email addresses. Put a space after each period.',
    'Escriba un nombre sin direcciones web ni de correo electrónico. Ponga un espacio después de cada punto.',
  ],
  plainName: [
    'Use letters from one alphabet. Type the name again instead of pasting it.',
    'Use letras de un solo alfabeto. Vuelva a escribir el nombre en lugar de pegarlo.',
  ],
  noName: [
    'Enter a name with letters, without signs such as # or *.',
    'Escriba un nombre con letras, sin signos como # o *.',
  ],
  unprintable: [
    "We can't print this alphabet on certificates. Write the name in Latin letters, as on an ID.",
    'No podemos imprimir este alfabeto en los certificados. Escriba el nombre en letras latinas, como en una identificación.',
  ],
  plainLoginid: [
    'Use letters from one alphabet, numbers and common symbols. Type the username instead of pasting it.',
    'Use letras de un solo alfabeto, números y símbolos comunes. Escriba el nombre de usuario en lugar de pegarlo.',
  ],
  address: ['Address is required.', 'La dirección es obligatoria.'],
  zip: ['Zip is required.', 'El código postal es obligatorio.'],
  zipValid: ['Enter a ZIP code with 5 digits.', 'Escriba un código postal de 5 dígitos.'],
  state: ['State is required.', 'El estado es obligatorio.'],
  city: ['City is required.', 'La ciudad es obligatoria.'],
  phone: ['Please add a valid phone number.', 'Agregue un número de teléfono válido.'],
  noPhone: ['No phone numbers added.', 'No hay números de teléfono agregados.'],
  tooManyPhones: ['You can add up to ten phone numbers.', 'Puede agregar hasta diez números de teléfono.'],
  dob: ['Enter a valid date of birth', 'Escriba una fecha de nacimiento válida'],
  dobFuture: ['Date of birth cannot be in the future.', 'La fecha de nacimiento no puede ser una fecha futura.'],
  gender: ['Gender is required', 'El género es obligatorio'],
  timezone: ['Choose a time zone.', 'Elija una zona horaria.'],
  language: ['Choose one of the languages.', 'Elija uno de los idiomas.'],
  fee: ['Enter an amount in dollars.', 'Escriba un importe en dólares.'],
  saved: ['Saved', 'Guardado'],
  created: [
    "{name} was added. We'll email them a link to choose a password.",
    'Se agregó a {name}. Le enviaremos un correo electrónico con un enlace para elegir una contraseña.',
  ],
  emailSent: ['Your email is on its way.', 'Su correo electrónico está en camino.'],
  sharedEmail: [
    'You will share this email with another account.',
    'Compartirá este correo electrónico con otra cuenta.',
  ],
  notOfAge: [
    'With this date of birth, the student may not take: {courses}. Open courses now need attention. Check completed ones.',
    'Con esta fecha de nacimiento, el estudiante no puede tomar: {courses}. Los cursos abiertos ahora requieren atención. Revise los completados.',
  ],
  agreeTerms: ['You must accept the terms and conditions.', 'Debe aceptar los términos y condiciones.'],
})
