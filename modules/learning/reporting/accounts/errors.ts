import { defineErrors } from '#platform/errors.ts'

export const accountErrors = defineErrors({
  notWaiting: [
    409,
    'REPORT_NOT_WAITING',
    [
      'This report is no longer waiting. Reload the page to see its current status.',
      'Este informe ya no está pendiente. Vuelva a cargar la página para ver su estado actual.',
    ],
  ],
  notUndelivered: [
    409,
    'FILE_NOT_UNDELIVERED',
    [
      'This file is on its way or already delivered. Reload the page to see its current status.',
      'Este archivo está en camino o ya se entregó. Vuelva a cargar la página para ver su estado actual.',
    ],
  ],
  layoutNotReady: [
    409,
    'LAYOUT_NOT_READY',
    [
      "Files can't be created yet. Complete the layout and its sample first.",
      'Todavía no se pueden crear archivos. Complete primero el formato y su muestra.',
    ],
  ],
  nothingWaits: [
    409,
    'NOTHING_WAITS',
    ['No completion is ready for a file.', 'Ninguna finalización está lista para un archivo.'],
  ],
})
