import { texts } from '../../../../platform/texts.ts'

export const importTexts = texts({
  title: ['Import questions', 'Importar preguntas'],
  lead: [
    "From a CSV, GIFT or QTI 2.1 file of up to 2 MB. You'll see every question before anything is added.",
    'Desde un archivo CSV, GIFT o QTI 2.1 de hasta 2 MB. Verá cada pregunta antes de que se agregue algo.',
  ],
  csvLead: [
    'A CSV file starts with a header row: Type, Question, Option 1 to Option 10, Correct, Reference, Hint. Correct has the numbers of the correct options (1 or 1;3), or a sample answer.',
    'Un archivo CSV tiene una línea de encabezados: Tipo, Pregunta, Opción 1 a Opción 10, Correcta, Fuente, Pista. La columna Correcta lleva los números de las opciones correctas (1 o 1;3), o una respuesta de ejemplo.',
  ],
  sample: ['Download a sample CSV file', 'Descargar un archivo CSV de ejemplo'],
  formats: ['.csv, .txt or .gift, .xml or .zip (QTI)', '.csv, .txt o .gift, .xml o .zip (QTI)'],
  found: [
    'Questions found: {count}. Ready to add: {good}.',
    'Preguntas encontradas: {count}. Listas para agregar: {good}.',
  ],
  line: ['Line', 'Línea'],
  question: ['Question', 'Pregunta'],
  type: ['Type', 'Tipo'],
  problems: ['Problems', 'Problemas'],
  none: ['None', 'Ninguno'],
  add: ['Add questions ({count})', 'Agregar preguntas ({count})'],
  cancel: ['Cancel', 'Cancelar'],
  added: ['Questions added: {count}.', 'Preguntas agregadas: {count}.'],
  failed: ["We couldn't read this file. Try again.", 'No pudimos leer este archivo. Inténtelo de nuevo.'],
  tooLarge: ['Choose a file of up to 2 MB.', 'Elija un archivo de hasta 2 MB.'],
  unreadable: [
    "This file isn't CSV, GIFT or QTI 2.1. Choose another file.",
    'Este archivo no es CSV, GIFT ni QTI 2.1.',
  ],
  openQuote: [
    'A quotation mark in this file is not closed. Close it or remove it, and choose the file again.',
    'En este archivo falta cerrar unas comillas. Ciérrelas o quítelas y elija el archivo de nuevo.',
  ],
  noQuestions: ['This file has no questions.', 'Este archivo no tiene preguntas.'],
  headings: [
    'The first line of a CSV file must have the headings Type and Question.',
    'La primera línea de un archivo CSV debe tener los encabezados Tipo y Pregunta.',
  ],
  tooMany: [
    'This file has more than 2,000 questions. Split it into smaller files.',
    'Este archivo tiene más de 2,000 preguntas. Divídalo.',
  ],
  badXml: ["This QTI file is damaged or isn't XML.", 'Este archivo QTI está dañado o no es XML.'],
  unknownType: ['There is no question type called “{name}”.', 'No hay ningún tipo de pregunta llamado “{name}”.'],
  otherKind: ['This type of question is not supported.', 'Este tipo de pregunta no es compatible.'],
  badCorrect: [
    "The Correct column names an option that doesn't exist: {name}.",
    'La columna Correcta indica una opción que no existe: {name}.',
  ],
  badPair: [
    'An option to match must have two parts, such as: Stop sign = Octagon.',
    'Una opción para relacionar debe tener dos partes, por ejemplo: Alto = Octágono.',
  ],
  openBrace: ["The answers don't end with “}”.", 'Falta cerrar las respuestas con “}”.'],
  already: ['This bank already has this question.', 'Este banco ya tiene esta pregunta.'],
  twice: ['This question is in the file twice.', 'Esta pregunta está dos veces en el archivo.'],
  tooLong: ['Some text in this question is too long.', 'Un texto de esta pregunta es demasiado largo.'],
})
