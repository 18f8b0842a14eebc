import { defineErrors } from '#platform/errors.ts'

export const quizErrors = defineErrors({
  questionUnknown: [404, 'QUESTION_UNKNOWN', ['Could not find question', 'No se pudo encontrar la pregunta']],
  questionNotReached: [
    422,
    'QUESTION_NOT_REACHED',
    ['Answer the earlier questions first.', 'Primero responda las preguntas anteriores.'],
  ],
  answerClosed: [
    422,
    'ANSWER_CLOSED',
    ['You can no longer answer this question.', 'Ya no puede responder esta pregunta.'],
  ],
  noPrevious: [
    422,
    'NO_PREVIOUS_QUESTION',
    ['Error Navigating To Previous Question.', 'Error al volver a la pregunta anterior.'],
  ],
  notReached: [
    422,
    'QUIZ_NOT_REACHED',
    ['Finish the earlier parts of the course first.', 'Primero termine las partes anteriores del curso.'],
  ],
  notStarted: [422, 'QUIZ_NOT_STARTED', ['Start the quiz first.', 'Primero comience el cuestionario.']],
  unfinished: [422, 'QUIZ_UNFINISHED', ['Answer all the questions first.', 'Primero responda todas las preguntas.']],
  finished: [409, 'QUIZ_FINISHED', ['You already finished this quiz.', 'Ya terminó este cuestionario.']],
  retakeNeeded: [
    409,
    'RETAKE_NEEDED',
    ["You didn't pass this quiz. You can retake it.", 'No aprobó este cuestionario. Puede repetirlo.'],
  ],
  gradedMeanwhile: [
    409,
    'GRADED_MEANWHILE',
    [
      'Someone else graded this quiz while you had it open. Here is the latest version.',
      'Otra persona calificó este cuestionario mientras usted lo tenía abierto. Esta es la versión más reciente.',
    ],
  ],
  notSentBack: [
    409,
    'NOT_SENT_BACK',
    [
      "This quiz wasn't sent back to you, or you already resubmitted it.",
      'Este cuestionario no se le devolvió, o ya lo volvió a enviar.',
    ],
  ],
  noAttempts: [
    422,
    'NO_ATTEMPTS',
    ['{attemptsRemaining} attempt(s) remaining', 'Intentos restantes: {attemptsRemaining}'],
  ],
  retakeUnpaid: [
    422,
    'RETAKE_UNPAID',
    [
      'A retake of this quiz costs {fee}. Pay for it first.',
      'Repetir este cuestionario cuesta {fee}. Primero pague la repetición.',
    ],
  ],
})
