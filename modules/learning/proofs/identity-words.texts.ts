import { type Locale, say, texts } from '#platform/texts.ts'

const words = texts({
  'security.agree': ['Agreed to identity checks', 'Aceptó las verificaciones de identidad'],
  'security.answers': ['Answered the personal questions', 'Respondió las preguntas personales'],
  'security.phone': ['Phone number saved', 'Teléfono guardado'],
  'security.phone-proven': ['Phone number confirmed', 'Teléfono confirmado'],
  'security.typing': ['Typing samples provided', 'Muestras de tecleo entregadas'],
  'security.device': ['Device set up', 'Dispositivo configurado'],
  'security.waive-phone': ['Phone checks changed', 'Verificaciones por teléfono modificadas'],
  'security.waive-typing': ['Typing checks changed', 'Verificaciones por tecleo modificadas'],
  'security.waive-device': ['Device checks changed', 'Verificaciones por dispositivo modificadas'],
  'security.code': ['Code sent', 'Código enviado'],
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
  created: ['Created', 'Creado'],
  authorized: ['Authorized', 'Autorizado'],
  started: ['Started', 'Iniciado'],
  finished: ['Finished', 'Terminado'],
  violation: ['Violation', 'Infracción'],
  cancelled: ['Canceled', 'Cancelado'],
  replaced: ['Another check was used', 'Se usó otra verificación'],
  security_questions: ['Personal question', 'Pregunta personal'],
  content_questions: ['Question about the course', 'Pregunta sobre el curso'],
  keystroke: ['Typing', 'Tecleo'],
  phone: ['Phone', 'Teléfono'],
  biometrics: ['Device', 'Dispositivo'],
  sms: ['Text message', 'Mensaje de texto'],
  voice: ['Phone call', 'Llamada'],
})

/** What happened at an identity check, by which methods, or its result. What has no words here is told as it is recorded. */
export const sayCheck = (locale: Locale, recorded: string): string =>
  recorded
    .split(', ')
    .map((one) => (Object.hasOwn(words, one) ? say(locale, words, one as keyof typeof words) : one))
    .join(', ')
