import { texts } from '#platform/texts.ts'

export const licenseTexts = texts({
  isRight: [
    'Is this number right? {usual} Check it against your license. If it is right, continue.',
    '¿Es correcto este número? {usual} Compárelo con su licencia. Si es correcto, continúe.',
  ],
  usual: ['{state} numbers usually have {form}.', 'Los números de {state} suelen tener {form}.'],
  digits: ['{n, plural, one {{n} digit} other {{n} digits}}', '{n, plural, one {{n} dígito} other {{n} dígitos}}'],
  digitsBetween: [
    '{min} to {max, plural, one {{max} digit} other {{max} digits}}',
    'de {min} a {max, plural, one {{max} dígito} other {{max} dígitos}}',
  ],
  letters: ['{n, plural, one {{n} letter} other {{n} letters}}', '{n, plural, one {{n} letra} other {{n} letras}}'],
  lettersBetween: [
    '{min} to {max, plural, one {{max} letter} other {{max} letters}}',
    'de {min} a {max, plural, one {{max} letra} other {{max} letras}}',
  ],
  signs: [
    '{n, plural, one {{n} letter or digit} other {{n} letters and digits}}',
    '{n, plural, one {{n} letra o dígito} other {{n} letras y dígitos}}',
  ],
  signsBetween: [
    '{min} to {max, plural, one {{max} letter or digit} other {{max} letters and digits}}',
    'de {min} a {max, plural, one {{max} letra o dígito} other {{max} letras y dígitos}}',
  ],
})
