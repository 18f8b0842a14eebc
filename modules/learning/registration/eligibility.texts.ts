import { texts } from '#platform/texts.ts'

/** `{source}` is the citation of the rule. */
export const eligibilityTexts = texts({
  tooYoung: [
    'You must be {age} or older to take this course. ({source}) Contact support for help.',
    'Debe tener {age} años o más para tomar este curso. ({source}) Comuníquese con soporte.',
  ],
  tooOld: [
    'You must be younger than {age} to take this course. ({source}) Contact support for help.',
    'Debe tener menos de {age} años para tomar este curso. ({source}) Comuníquese con soporte.',
  ],
  alreadyTaking: [
    'You are already taking this kind of course. It counts once in {months, plural, one {{months} month} other {{months} months}}, so finish that one first. ({source}) Contact support for help.',
    'Usted ya está tomando un curso de este tipo. Cuenta una vez cada {months, plural, one {{months} mes} other {{months} meses}}, así que termine primero ese curso. ({source}) Comuníquese con soporte.',
  ],
  lifetime: [
    'This kind of course counts at most {limit, plural, one {{limit} time} other {{limit} times}} in a lifetime, and you have completed it that often. ({source}) Contact support for help.',
    'Un curso de este tipo cuenta como máximo {limit, plural, one {{limit} vez} other {{limit} veces}} en la vida, y usted ya lo completó esa cantidad de veces. ({source}) Comuníquese con soporte.',
  ],
  excluded: [
    'This course doesn’t count for: {violation}. ({source}) Contact support if this is a mistake.',
    'Este curso no cuenta para: {violation}. ({source}) Comuníquese con soporte si es un error.',
  ],
  chooseKind: ['Choose one, or “None of these”.', 'Elija una opción o “Ninguna de estas”.'],
  confirmFirst: ['Confirm that none of this applies to you.', 'Confirme que nada de esto se aplica a usted.'],
  again: [
    'You completed this kind of course on {passed_on}. It counts once in {months, plural, one {{months} month} other {{months} months}}, so you can take it again from {again_on}. ({source}) Contact support for help.',
    'Usted completó un curso de este tipo el {passed_on}. Cuenta una vez cada {months, plural, one {{months} mes} other {{months} meses}}, así que podrá tomarlo de nuevo a partir del {again_on}. ({source}) Comuníquese con soporte.',
  ],
})
