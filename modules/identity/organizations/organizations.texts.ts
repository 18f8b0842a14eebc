import { texts } from '#platform/texts.ts'

export const organizationTexts = texts({
  code: ['Enter 3 letters or digits, with at least one letter.', 'Escriba 3 letras o dígitos, con al menos una letra.'],
  name: ['Organization name is required.', 'El nombre de la organización es obligatorio.'],
  contactName: ['Contact name is required.', 'El nombre del contacto es obligatorio.'],
  colorForm: ['Enter a color like #1d4ed8.', 'Escriba un color como #1d4ed8.'],
  timeZone: ['Choose a time zone.', 'Elija una zona horaria.'],
})
