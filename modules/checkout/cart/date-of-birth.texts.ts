import { texts } from '../../../platform/texts.ts'

export const dateOfBirthTexts = texts({
  label: ['Date of birth', 'Fecha de nacimiento'],
  hint: ['This course has an age rule. {pattern}', 'Este curso tiene un requisito de edad. {pattern}'],
  checked: ['This date of birth is right.', 'Esta fecha de nacimiento es correcta.'],
  above: [
    'You must be above {age} years old to purchase this course.',
    'Debe tener más de {age} años para comprar este curso.',
  ],
  below: [
    'You must be below {age} years old to purchase this course.',
    'Debe tener menos de {age} años para comprar este curso.',
  ],
  refused: ['You do not meet the required age.', 'No cumple con la edad requerida.'],
  typed: ['You typed this date of birth:', 'Ha escrito esta fecha de nacimiento:'],
  invalid: ['Enter a valid date of birth', 'Introduzca una fecha de nacimiento válida'],
  future: ['Date of birth cannot be in the future.', 'La fecha de nacimiento no puede estar en el futuro.'],
  reenter: ['Re-enter', 'Volver a escribir'],
})
