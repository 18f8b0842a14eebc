import { defineErrors } from '#platform/errors.ts'

/** Errors for files that a reader could not process: it threw, or exceeded its time or memory. */
export const readerErrors = defineErrors({
  unreadable: [
    422,
    'FILE_UNREADABLE',
    [
      "We couldn't read this file. It may be damaged, or too large when unpacked. Save a smaller copy and try again.",
      'No pudimos leer este archivo. Puede estar dañado o ser demasiado grande al descomprimirse. Guarde una copia más pequeña e inténtelo de nuevo.',
    ],
  ],
})
