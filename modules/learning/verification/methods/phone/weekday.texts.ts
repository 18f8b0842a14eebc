import { texts } from '#platform/texts.ts'

export const weekdayTexts = texts({
  sunday: ['Sunday', 'Domingo'],
  monday: ['Monday', 'Lunes'],
  tuesday: ['Tuesday', 'Martes'],
  wednesday: ['Wednesday', 'Miércoles'],
  thursday: ['Thursday', 'Jueves'],
  friday: ['Friday', 'Viernes'],
  saturday: ['Saturday', 'Sábado'],
})
