import { texts } from '#platform/texts.ts'

export const websiteTexts = texts({
  nameMissing: ['Enter a name.', 'Escriba un nombre.'],
  notDollars: [
    'Enter an amount in dollars with up to two decimals.',
    'Escriba un importe en dólares con dos decimales como máximo.',
  ],
  notUrl: [
    'Enter a full web address that starts with https://.',
    'Escriba una dirección web completa que empiece con https://.',
  ],
  notDate: ['Enter a date as MM/DD/YYYY.', 'Escriba la fecha como MM/DD/AAAA.'],
  ownAtLeast: [
    'Enter at least {amount}, the same as your own organization.',
    'Escriba al menos {amount}, igual que su propia organización.',
  ],
  ownAtMost: [
    'Enter {amount} or less, the same as your own organization.',
    'Escriba {amount} o menos, igual que su propia organización.',
  ],
  minAboveMax: ['The minimum is above the maximum.', 'El mínimo es mayor que el máximo.'],
  belowMin: ['The price is below the minimum.', 'El precio es menor que el mínimo.'],
  aboveMax: ['The price is above the maximum.', 'El precio es mayor que el máximo.'],
  feeAbovePrice: ['The admin price is above the course price.', 'El precio administrativo es mayor que el del curso.'],
  priceMissing: ['Enter a course price.', 'Escriba el precio del curso.'],
  websiteSaved: ['Website saved.', 'Sitio web guardado.'],
  websiteRemoved: ['Website removed.', 'Sitio web eliminado.'],
  courseAdded: ['Successfully Added Course.', 'Curso agregado correctamente.'],
  courseUpdated: ['Successfully Updated Course.', 'Curso actualizado correctamente.'],
  courseRemoved: ['Course removed.', 'Se quitó el curso.'],
})
