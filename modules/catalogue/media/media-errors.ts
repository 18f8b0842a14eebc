import { defineErrors } from '#platform/errors.ts'

export const mediaErrors = defineErrors({
  dayFull: [
    429,
    'UPLOADS_OF_TODAY',
    [
      "You've reached the limit of {files} files or {size} GB a day. Try again tomorrow.",
      'Llegó al límite de {files} archivos o {size} GB por día. Inténtelo de nuevo mañana.',
    ],
  ],
  incomplete: [
    409,
    'UPLOAD_INCOMPLETE',
    [
      "This file didn't upload completely. Choose it again to continue.",
      'Este archivo no se subió por completo. Elíjalo de nuevo para continuar.',
    ],
  ],
  pictureRefused: [
    422,
    'PICTURE_REFUSED',
    [
      "We can't use this picture. Choose a PNG, JPEG or GIF of up to 25 megapixels.",
      'No podemos usar esta imagen. Elija un PNG, JPEG o GIF de hasta 25 megapíxeles.',
    ],
  ],
  videoCut: [
    422,
    'VIDEO_CUT',
    [
      'This video file is incomplete: its end is missing. Export it again, then upload it.',
      'A este archivo de video le falta el final. Expórtelo de nuevo y súbalo.',
    ],
  ],
  videoLength: [
    422,
    'VIDEO_LENGTH',
    [
      "This video doesn't say how long it is. Export it again as a standard MP4, then upload it.",
      'Este video no indica cuánto dura. Expórtelo de nuevo como MP4 estándar y súbalo.',
    ],
  ],
  videoNeeded: [
    422,
    'VIDEO_NEEDED',
    [
      'Captions belong to a video. Choose the video first.',
      'Los subtítulos pertenecen a un video. Elija primero el video.',
    ],
  ],
  otherKind: [
    422,
    'OTHER_KIND',
    [
      'A file can only be replaced by one of the same type.',
      'Un archivo solo puede reemplazarse por otro del mismo tipo.',
    ],
  ],
  inUse: [
    409,
    'IN_USE',
    [
      'Lessons or courses still use this file ({count}). Remove it from them first, or replace it.',
      'Hay lecciones o cursos que usan este archivo ({count}). Primero quítelo de ellos o reemplácelo.',
    ],
  ],
})
