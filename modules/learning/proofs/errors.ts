import { defineErrors } from '#platform/errors.ts'

export const proofErrors = defineErrors({
  notAgreed: [
    404,
    'NOT_AGREED',
    [
      "The student hasn't agreed to the disclaimer for this course yet.",
      'El estudiante todavía no ha aceptado las condiciones de este curso.',
    ],
  ],
})
