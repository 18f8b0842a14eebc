import { texts } from '../../../platform/texts.ts'

export const websiteTexts = texts({
  nameMissing: ['Please enter a name.', 'Introduzca un nombre.'],
  notDollars: ['Please enter dollars with at most two decimals.', 'Introduzca dólares con dos decimales como máximo.'],
  notUrl: [
    'Please enter a whole web address that begins with https://.',
    'Introduzca una dirección web completa que empiece por https://.',
  ],
  notDate: ['Please enter a date as MM/DD/YYYY.', 'Introduzca una fecha como DD/MM/AAAA.'],
  ownAtLeast: [
    'At least {amount}, as for your own organization.',
    'Como mínimo {amount}, como su propia organización.',
  ],
  ownAtMost: ['At most {amount}, as for your own organization.', 'Como máximo {amount}, como su propia organización.'],
  minAboveMax: ['The minimum is above the maximum.', 'El mínimo es mayor que el máximo.'],
  belowMin: ['The price is below the minimum.', 'El precio es menor que el mínimo.'],
  aboveMax: ['The price is above the maximum.', 'El precio es mayor que el máximo.'],
  feeAbovePrice: ['The admin price is above the course price.', 'El precio administrativo es mayor que el del curso.'],
  priceMissing: ['Please enter a course price.', 'Introduzca el precio del curso.'],
  websiteSaved: ['Website saved.', 'Sitio web guardado.'],
  websiteRemoved: ['Website removed.', 'Sitio web eliminado.'],
  courseAdded: ['Successfully Added Course.', 'Curso agregado correctamente.'],
  courseUpdated: ['Successfully Updated Course.', 'Curso actualizado correctamente.'],
  courseRemoved: ['Course removed.', 'Curso eliminado.'],
})
