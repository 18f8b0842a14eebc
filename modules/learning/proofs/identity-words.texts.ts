import { type Locale, say, texts } from '../../../platform/texts.ts'

const words = texts({
  'security.agree': ['Agreed to identity checks', 'Aceptó las verificaciones de identidad'],
  'security.answers': ['Answered the personal questions', 'Respondió las preguntas personales'],
  'security.setup': ['Identity checks set up', 'Verificaciones de identidad configuradas'],
  'security.check': ['Identity check started', 'Empezó una verificación'],
  'security.try': ['Answer to the check', 'Respuesta a la verificación'],
  'security.pass': ['Identity check passed', 'Verificación superada'],
  'security.fail': ['Identity check failed', 'Verificación fallida'],
  'security.lock': ['Course locked', 'Curso bloqueado'],
  'security.unlock': ['Student unlocked the course', 'El estudiante desbloqueó el curso'],
  'security.unlock-by-staff': ['Staff unlocked the course', 'El personal desbloqueó el curso'],
  'security.appeal': ['Student appealed', 'El estudiante apeló'],
  'security.answer-appeal': ['Appeal answered', 'Apelación respondida'],
  'security.reset': ['Identity checks reset', 'Verificaciones de identidad restablecidas'],
  'security.exam': ['Result of the external exam', 'Resultado del examen externo'],
  'security.exam-review': ['Violation in the external exam reviewed', 'Infracción en el examen externo revisada'],
  'security.exam-clear': ['External exam reset', 'Examen externo restablecido'],
  right: ['Correct', 'Correcta'],
  wrong: ['Incorrect', 'Incorrecta'],
  late: ['Too late', 'Fuera de tiempo'],
  doubtful: ['Inconclusive', 'No concluyente'],
  passed: ['Passed', 'Superada'],
  failed: ['Failed', 'Fallida'],
})

/** What happened at an identity check, or its result, in words. One that has none here is told as it is recorded. */
export const sayCheck = (locale: Locale, recorded: string): string =>
  Object.hasOwn(words, recorded) ? say(locale, words, recorded as keyof typeof words) : recorded
