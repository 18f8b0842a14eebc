import { defineErrors, Refusal } from '#platform/errors.ts'

/** Errors of storing or opening a file; HTTP treats them like any other refusal. */
export const fileErrors = defineErrors({
  tooLarge: [
    413,
    'FILE_TOO_LARGE',
    [
      'This file is larger than {limit} MB. Choose a smaller one.',
      'Este archivo supera los {limit} MB. Elija uno más pequeño.',
    ],
  ],
  typeRefused: [
    415,
    'FILE_TYPE_REFUSED',
    ['Provided file type is not supported', 'Este tipo de archivo no es compatible'],
  ],
  missing: [404, 'FILE_NOT_FOUND', ["We can't find this file.", 'No encontramos este archivo.']],
  storeBusy: [
    503,
    'FILE_STORE_BUSY',
    [
      "Files aren't available right now. Try again in a moment.",
      'Los archivos no están disponibles ahora. Inténtelo de nuevo en un momento.',
    ],
  ],
})

/** The content exceeds its limit in bytes (413). Nothing was stored. */
export class FileTooLarge extends Refusal {
  readonly limit_bytes: number

  constructor(limit_bytes: number) {
    super(fileErrors.tooLarge, { limit: megabytes(limit_bytes) }, { limit_bytes })
    this.name = 'FileTooLarge'
    this.limit_bytes = limit_bytes
  }
}

/** The content's type is not allowed, or differs from what its name claims (415). Nothing was stored. */
export class FileTypeRefused extends Refusal {
  constructor() {
    super(fileErrors.typeRefused)
    this.name = 'FileTypeRefused'
  }
}

const megabytes = (bytes: number) => Math.round((bytes / 1024 / 1024) * 100) / 100
