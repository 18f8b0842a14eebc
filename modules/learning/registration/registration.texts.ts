import { texts } from '#platform/texts.ts'

export const ruleTexts = texts({
  clientId: ['Client ID must be 9 digits.', 'El ID de cliente debe tener 9 dígitos.'],
  idNumber: ['ID Number cannot be 123456789.', 'El número de identificación no puede ser 123456789.'],
  example: [
    'This is the number from the example. Enter your own number.',
    'Este es el número del ejemplo. Escriba su propio número.',
  ],
  permit: [
    'Permit expiration date must be a future date.',
    'La fecha de vencimiento del permiso debe ser una fecha futura.',
  ],
  citationFuture: ['The date of a citation cannot be in the future.', 'La fecha de una citación no puede ser futura.'],
  birthFuture: ['Date of birth cannot be in the future.', 'La fecha de nacimiento no puede ser una fecha futura.'],
  birth: ['Enter a valid date of birth', 'Escriba una fecha de nacimiento válida'],
  minimum: ['Minimum 5 characters', 'Mínimo 5 caracteres'],
  otherBirth: [
    'Your account has a different date of birth. Contact support to correct it.',
    'Su cuenta tiene otra fecha de nacimiento. Comuníquese con soporte para corregirla.',
  ],
  neededBy: [
    'This agency needs your answer to record your completion: {agency}.',
    'Esta agencia necesita su respuesta para registrar que usted terminó el curso: {agency}.',
  ],
  accountNeeded: [
    '{agency} needs more of your information to record your completion. {what} Add it in your account.',
    'Faltan datos suyos para registrar que usted terminó el curso ante: {agency}. {what} Agréguelos en su cuenta.',
  ],
  inAccount: [
    '{agency} needs this to record your completion: {what}. Add it in your account.',
    'Este dato falta para registrar que usted terminó el curso ante {agency}: {what}. Agréguelo en su cuenta.',
  ],
  notAsked: [
    "{agency} needs this to record your completion, and this course doesn't ask for it: {what}. Contact support.",
    'Este dato falta para registrar que usted terminó el curso ante {agency}, y el curso no lo pide: {what}. Comuníquese con soporte.',
  ],
  acceptsOnly: [
    "{what}: {agency} can't record your entry. It accepts only {values}. Change your entry, or contact support if it's right.",
    '{what}: {agency} no puede registrar lo que usted indicó. Solo acepta {values}. Cámbielo o, si es correcto, comuníquese con soporte.',
  ],
  cannotRecord: [
    "{what}: {agency} can't record your entry. Change it, or contact support if it's right.",
    '{what}: {agency} no puede registrar lo que usted indicó. Cámbielo o, si es correcto, comuníquese con soporte.',
  ],
  rejected: ['This document was not accepted: {comment}', 'Este documento no fue aceptado: {comment}'],
})

/** Hints about the format of an answer. */
export const formatTexts = texts({
  ssn: [
    "The agency that records your completion uses these four digits to find your record. We don't use them for anything else.",
    'La agencia que registra que terminó el curso usa estos cuatro dígitos para encontrar su expediente. No los usamos para nada más.',
  ],
  words: [
    '{min, plural, one {{min} word} other {{min} words}}',
    '{min, plural, one {{min} palabra} other {{min} palabras}}',
  ],
  wordsBetween: ['{min}-{max} words', 'De {min} a {max} palabras'],
  characters: [
    '{min, plural, one {{min} character} other {{min} characters}}',
    '{min, plural, one {{min} carácter} other {{min} caracteres}}',
  ],
  charactersBetween: ['{min}-{max} characters', 'De {min} a {max} caracteres'],
  clientId: ['9 digits', '9 dígitos'],
})
