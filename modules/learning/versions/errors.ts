import { defineErrors } from '#platform/errors.ts'

export const moveErrors = defineErrors({
  begun: [
    409,
    'STUDENT_HAS_BEGUN',
    [
      'Some of these students have started the course, so no one was moved. Reload the page and try again.',
      'Algunos de estos estudiantes ya empezaron el curso, así que no se cambió a nadie. Vuelva a cargar la página e inténtelo de nuevo.',
    ],
  ],
  narrationMissing: [
    409,
    'NARRATION_MISSING',
    [
      'Some of these students bought narration, and that version has none. No one was moved.',
      'Algunos de estos estudiantes compraron la narración y esa versión no la tiene. No se cambió a nadie.',
    ],
  ],
  disclaimerAgreed: [
    409,
    'DISCLAIMER_AGREED',
    [
      'Some of these students agreed to a disclaimer that is different in that version. No one was moved.',
      'Algunos de estos estudiantes aceptaron condiciones que son distintas en esa versión. No se cambió a nadie.',
    ],
  ],
})
