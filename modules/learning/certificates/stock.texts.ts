import { texts } from '#platform/texts.ts'

export const stockTexts = texts({
  title: ['Certificate Numbers', 'Números de certificado'],
  back: ['Certificates', 'Certificados'],
  lead: [
    'Add the numbers you bought from an agency. Each certificate takes the oldest one. If you add none, certificates get our own numbers.',
    'Agregue los números que compró a una agencia. Cada certificado toma el más antiguo. Si no hay números, los certificados llevan los nuestros.',
  ],
  left: ['Left', 'Disponibles'],
  taken: ['Used', 'Usados'],
  waiting: ['Certificates waiting for a number', 'Certificados en espera de un número'],
  next: ['Next number', 'Próximo número'],
  none: ['None', 'Ninguno'],
  numbers: ['Numbers', 'Números'],
  numbersHint: ['One on each line, up to 5,000 at a time.', 'Uno por línea, hasta 5,000 a la vez.'],
  add: ['Add numbers', 'Agregar números'],
  remove: ['Remove unused numbers', 'Quitar números sin usar'],
  added: ['Numbers added: {added}. Already on file: {known}.', 'Números agregados: {added}. Ya registrados: {known}.'],
  removed: ['Numbers removed: {removed}. Not removed: {kept}.', 'Números quitados: {removed}. Sin quitar: {kept}.'],
  malformed: [
    'Enter numbers of 4 to 20 letters, digits and hyphens, one on each line.',
    'Escriba números de 4 a 20 letras, dígitos y guiones, uno por línea.',
  ],
  noNumbers: ['Enter at least one number.', 'Escriba al menos un número.'],
  unknownAgency: ['Choose an agency that sells numbers.', 'Elija una agencia que venda números.'],
  lowSubject: ['Certificate numbers left: {left}', 'Números de certificado disponibles: {left}'],
  low: [
    'Your certificate numbers for this agency are running low: {agency}. Buy more and add them.',
    'Se están acabando sus números de certificado de esta agencia: {agency}. Compre más y agréguelos.',
  ],
  out: [
    'You have no certificate numbers left for this agency: {agency}. Certificates will wait until you add more.',
    'Ya no tiene números de certificado de esta agencia: {agency}. Los certificados quedarán en espera hasta que agregue más.',
  ],
  open: ['Add numbers', 'Agregar números'],
})
