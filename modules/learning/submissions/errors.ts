import { defineErrors } from '#platform/errors.ts'

export const submissionErrors = defineErrors({
  noAnswers: [
    404,
    'NO_ANSWERS',
    [
      'No students have finished this quiz yet. Their answers will appear here when they do.',
      'Todavía ningún estudiante ha terminado este cuestionario. Sus respuestas aparecerán aquí cuando alguno lo termine.',
    ],
  ],
  stillWaiting: [
    422,
    'STILL_WAITING',
    [
      "Some quizzes in this course haven't been graded yet. Grade them first.",
      'Algunos cuestionarios de este curso todavía no se han calificado. Califíquelos primero.',
    ],
  ],
  nothingToReview: [
    409,
    'NOTHING_TO_REVIEW',
    ["This course isn't waiting for review.", 'Este curso no está pendiente de revisión.'],
  ],
  reviewedMeanwhile: [
    409,
    'REVIEWED_MEANWHILE',
    [
      'This document was reviewed or replaced while you had it open. Here is the latest version.',
      'Este documento se revisó o se reemplazó mientras usted lo tenía abierto. Esta es la versión más reciente.',
    ],
  ],
  commentNeeded: [
    422,
    'COMMENT_NEEDED',
    [
      "Say what's wrong with the document so the student can send the right one.",
      'Explique qué está mal en el documento, para que el estudiante pueda enviar el correcto.',
    ],
  ],
})
