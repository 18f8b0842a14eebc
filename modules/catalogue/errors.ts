import { defineErrors } from '../../platform/errors.ts'

export const catalogueErrors = defineErrors({
  duplicate: [
    409,
    'DUP',
    [
      'This file is a duplicate. Are you sure you want to upload it?',
      'Este archivo está duplicado. ¿Seguro que desea subirlo?',
    ],
  ],
  tooManyDocuments: [
    422,
    'TOO_MANY_DOCUMENTS',
    [
      'There are {most} documents already. Delete one to upload another.',
      'Ya hay {most} documentos. Elimine uno para subir otro.',
    ],
  ],
  notYourDocument: [
    403,
    'NOT_YOUR_DOCUMENT',
    ['Only the staff can delete this document.', 'Solo el personal puede eliminar este documento.'],
  ],
})
