import { defineErrors } from '#platform/errors.ts'

/** Errors in caption files, with the line. */
export const captionsErrors = defineErrors({
  noText: [
    422,
    'CAPTIONS_REFUSED',
    [
      "We can't read these captions. Choose a WebVTT (.vtt) or SubRip (.srt) text file.",
      'No podemos leer estos subtítulos. Elija un archivo de texto WebVTT (.vtt) o SubRip (.srt).',
    ],
  ],
  encoding: [
    422,
    'CAPTIONS_ENCODING',
    [
      "We can't tell how this file writes accents and other signs. Save it as UTF-8, and choose it again.",
      'No podemos saber cómo escribe este archivo los acentos y otros signos. Guárdelo como UTF-8 y elíjalo de nuevo.',
    ],
  ],
  none: [
    422,
    'CAPTIONS_NONE',
    [
      'This file has no captions. Each needs a start and an end, for example 00:01.000 --> 00:04.000.',
      'Este archivo no tiene subtítulos. Cada uno necesita un inicio y un fin, por ejemplo 00:01.000 --> 00:04.000.',
    ],
  ],
  time: [
    422,
    'CAPTIONS_TIME',
    [
      "We can't read the times on line {line}. Write them like 00:01.000 --> 00:04.000.",
      'No podemos leer los tiempos de la línea {line}. Escríbalos así: 00:01.000 --> 00:04.000.',
    ],
  ],
  noLength: [
    422,
    'CAPTIONS_NO_LENGTH',
    [
      'The caption on line {line} ends when it starts, so no one would see it. Give it a later end.',
      'El subtítulo de la línea {line} termina cuando empieza, así que nadie lo vería. Póngale un fin posterior.',
    ],
  ],
  backwards: [
    422,
    'CAPTIONS_BACKWARDS',
    [
      'The caption on line {line} ends before it starts. Give it a later end.',
      'El subtítulo de la línea {line} termina antes de empezar. Póngale un fin posterior.',
    ],
  ],
  untimed: [
    422,
    'CAPTIONS_UNTIMED',
    [
      'The text on line {line} has no times, so no one would see it. Add them, or remove the empty line above it.',
      'El texto de la línea {line} no tiene tiempos, así que nadie lo vería. Agréguelos o quite la línea vacía anterior.',
    ],
  ],
  tooMany: [
    422,
    'CAPTIONS_TOO_MANY',
    [
      'This file has more than 20,000 captions. Split the video, or merge captions.',
      'Este archivo tiene más de 20,000 subtítulos. Divida el video o una subtítulos.',
    ],
  ],
})

export const captionsFaults = Object.values(captionsErrors)
