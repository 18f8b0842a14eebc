import { texts } from '../../../platform/texts.ts'

export const peopleTexts = texts({
  email: ['A valid Email is required.', 'Se requiere un correo electrónico válido.'],
  username: ['Username is required.', 'Se requiere el nombre de usuario.'],
  password: ['Password is required.', 'Se requiere la contraseña.'],
  firstName: ['First name is required.', 'Se requiere el nombre.'],
  lastName: ['Last name is required.', 'Se requiere el apellido.'],
  nameOnly: [
    'A name has no addresses in it; after a dot comes a space.',
    'Un nombre no contiene direcciones; tras un punto va un espacio.',
  ],
  plainName: [
    'Type the name again in one alphabet, without hidden characters.',
    'Escriba de nuevo el nombre en un solo alfabeto, sin caracteres ocultos.',
  ],
  plainLoginid: [
    'Use emails of one alphabet, numbers and common symbols. Type it instead of pasting it.',
    'Use letras de un solo alfabeto, números y símbolos comunes. Escríbalo en lugar de pegarlo.',
  ],
  address: ['Address is required.', 'Se requiere la dirección.'],
  zip: ['Zip is required.', 'Se requiere el código postal.'],
  zipValid: ['Enter a valid zip code.', 'Introduzca un código postal válido.'],
  state: ['State is required.', 'Se requiere el estado.'],
  city: ['City is required.', 'Se requiere la ciudad.'],
  phone: ['Please add a valid phone number.', 'Agregue un número de teléfono válido.'],
  noPhone: ['No phone numbers added.', 'No se han agregado números de teléfono.'],
  tooManyPhones: ['Ten phone numbers at most.', 'Diez números de teléfono como máximo.'],
  dob: ['Enter a valid date of birth', 'Introduzca una fecha de nacimiento válida'],
  dobFuture: ['Date of birth cannot be in the future.', 'La fecha de nacimiento no puede estar en el futuro.'],
  gender: ['Gender is required', 'Se requiere el género'],
  timezone: ['Choose a time zone.', 'Elija una zona horaria.'],
  fee: ['Enter an amount in dollars.', 'Introduzca un importe en dólares.'],
  saved: ['Saved', 'Guardado'],
  created: [
    '{name} was added and gets an email to choose a password.',
    'Se ha agregado a {name}, que recibirá un correo para elegir una contraseña.',
  ],
  emailSent: ['The email is on its way.', 'El correo está en camino.'],
  sharedEmail: [
    'You will share this email with another account.',
    'Compartirá este correo electrónico con otra cuenta.',
  ],
  agreeTerms: ['You must accept the terms and conditions.', 'Debe aceptar los términos y condiciones.'],
})
