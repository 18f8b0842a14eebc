import { texts } from '#platform/texts.ts'

export const dateOfBirthTexts = texts({
  label: ['Date of birth', 'Fecha de nacimiento'],
  hint: ['This course has an age requirement. {pattern}', 'Este curso tiene un requisito de edad. {pattern}'],
  checked: ['The date of birth meets the age requirement.', 'La fecha de nacimiento cumple el requisito de edad.'],
  above: [
    'You must be above {age} years old to purchase this course.',
    'Debe tener más de {age} años para comprar este curso.',
  ],
  below: [
    'You must be below {age} years old to purchase this course.',
    'Debe tener menos de {age} años para comprar este curso.',
  ],
  refused: ['You do not meet the required age.', 'No cumple el requisito de edad.'],
  typed: ['You entered this date of birth:', 'Usted escribió esta fecha de nacimiento:'],
  invalid: ['Enter a valid date of birth', 'Escriba una fecha de nacimiento válida'],
  future: ['Date of birth cannot be in the future.', 'La fecha de nacimiento no puede ser una fecha futura.'],
  reenter: ['Re-enter', 'Volver a escribir'],
})
