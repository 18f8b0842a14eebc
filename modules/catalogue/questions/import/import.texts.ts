import { texts } from '#platform/texts.ts'

export const importTexts = texts({
  title: ['Import questions', 'Importar preguntas'],
  lead: [
    "From a CSV, GIFT, Moodle XML or QTI (1.2 or 2) file of up to 2 MB. You'll see every question before anything is added.",
    'Desde un archivo CSV, GIFT, Moodle XML o QTI (1.2 o 2) de hasta 2 MB. Verá cada pregunta antes de que se agregue algo.',
  ],
  csvLead: [
    'A CSV file starts with a header row: Type, Question, Option 1 to Option 10, Correct, Reference, Hint. Correct has the numbers of the correct options (1 or 1;3), or a sample answer.',
    'Un archivo CSV tiene una línea de encabezados: Tipo, Pregunta, Opción 1 a Opción 10, Correcta, Fuente, Pista. La columna Correcta lleva los números de las opciones correctas (1 o 1;3), o una respuesta de ejemplo.',
  ],
  sample: ['Download a sample CSV file', 'Descargar un archivo CSV de ejemplo'],
  sampleName: ['questions-template.csv', 'plantilla-de-preguntas.csv'],
  formats: ['.csv, .txt or .gift, .xml or .zip', '.csv, .txt o .gift, .xml o .zip'],
  found: [
    'Questions found: {count}. Ready to add: {good}.',
    'Preguntas encontradas: {count}. Listas para agregar: {good}.',
  ],
  line: ['Line', 'Línea'],
  question: ['Question', 'Pregunta'],
  type: ['Type', 'Tipo'],
  problems: ['Problems', 'Problemas'],
  none: ['None', 'Ninguno'],
  leftOut: ['Left out', 'Sin importar'],
  leftOfFile: [
    'These parts of the file belong to no question and will be left out:',
    'Estas partes del archivo no pertenecen a ninguna pregunta y no se importarán:',
  ],
  atLine: ['Line {line}', 'Línea {line}'],
  atFileLine: ['{file}, line {line}', '{file}, línea {line}'],
  add: ['Add questions ({count})', 'Agregar preguntas ({count})'],
  cancel: ['Cancel', 'Cancelar'],
  added: ['Questions added: {count}.', 'Preguntas agregadas: {count}.'],
  failed: ["We couldn't read this file. Try again.", 'No pudimos leer este archivo. Inténtelo de nuevo.'],
  tooLarge: ['Choose a file of up to 2 MB.', 'Elija un archivo de hasta 2 MB.'],
  unreadable: [
    "This file isn't CSV, GIFT, Moodle XML, QTI 1.2 or QTI 2. Choose another file.",
    'Este archivo no es CSV, GIFT, Moodle XML, QTI 1.2 ni QTI 2. Elija otro archivo.',
  ],
  encoding: [
    "We can't tell how this file writes accents and other signs. Save it as UTF-8, and choose it again.",
    'No podemos saber cómo escribe este archivo los acentos y otros signos. Guárdelo como UTF-8 y elíjalo de nuevo.',
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
  badXml: [
    "This file is damaged or isn't XML. The first fault is on line {line}{file}.",
    'Este archivo está dañado o no es XML. La primera falla está en la línea {line}{file}.',
  ],
  xmlDeclarations: [
    "This file declares document types of its own on line {line}{file}, which we don't read. Remove the declaration.",
    'Este archivo declara tipos de documento propios en la línea {line}{file}, que no leemos. Quite la declaración.',
  ],
  xmlTooLarge: [
    'This file has too many or too deeply nested elements (line {line}{file}). Split it into smaller files.',
    'Este archivo tiene demasiados elementos o demasiado anidados (línea {line}{file}). Divídalo en archivos más pequeños.',
  ],
  badPackage: [
    "This package is damaged, or it isn't a ZIP file. Export it again.",
    'Este paquete está dañado o no es un archivo ZIP. Expórtelo de nuevo.',
  ],
  packageTooLarge: [
    'This package holds more than 2,000 files or 20 MB. Split it into smaller packages.',
    'Este paquete contiene más de 2,000 archivos o 20 MB. Divídalo en paquetes más pequeños.',
  ],
  otherFormat: [
    "This is a {name} file, which we can't read. Export the questions as QTI 2.1, Moodle XML, GIFT or CSV.",
    'Este es un archivo {name}, que no podemos leer. Exporte las preguntas como QTI 2.1, Moodle XML, GIFT o CSV.',
  ],
  unknownType: ['There is no question type called “{name}”.', 'No hay ningún tipo de pregunta llamado “{name}”.'],
  notInFiles: [
    "Question “{title}”: a file can't hold everything that {name} questions need. Create it in the question editor.",
    'Pregunta “{title}”: un archivo no puede contener todo lo que necesitan las preguntas de tipo {name}. Créela en el editor de preguntas.',
  ],
  otherKind: ['This type of question is not supported.', 'Este tipo de pregunta no es compatible.'],
  otherKindNamed: [
    'This type of question is not supported: {name}.',
    'Este tipo de pregunta no es compatible: {name}.',
  ],
  severalParts: [
    'This question asks for several answers. Make each one a question of its own.',
    'Esta pregunta pide varias respuestas. Haga de cada una una pregunta aparte.',
  ],
  badCorrect: [
    "The Correct column names an option that doesn't exist: {name}.",
    'La columna Correcta indica una opción que no existe: {name}.',
  ],
  badPair: [
    'An option to match must have two parts, such as: Stop sign = Octagon.',
    'Una opción para relacionar debe tener dos partes, por ejemplo: Alto = Octágono.',
  ],
  ambiguousCorrect: [
    'Correct “{name}” fits two options: “{place}” by its place and “{same}” by its text. Write {placeWay} or {sameWay} instead.',
    'Correcta “{name}” corresponde a dos opciones: “{place}” por su lugar y “{same}” por su texto. Escriba {placeWay} o {sameWay}.',
  ],
  rightUnknown: [
    "The file marks an answer as correct that isn't among the options: {name}.",
    'El archivo marca como correcta una respuesta que no está entre las opciones: {name}.',
  ],
  extraCells: [
    'This line has more cells than there are headings: {name}.',
    'Esta línea tiene más celdas que encabezados: {name}.',
  ],
  tooManyColumns: [
    'This file has more than 200 columns. Remove those that are not questions, options or answers.',
    'Este archivo tiene más de 200 columnas. Quite las que no sean preguntas, opciones ni respuestas.',
  ],
  tooManyOptions: ['A question can have up to 100 options.', 'Una pregunta puede tener hasta 100 opciones.'],
  openBrace: ["The answers don't end with “}”.", 'Falta cerrar las respuestas con “}”.'],
  innerBrace: [
    'A question can have one pair of “{” and “}”. Write \\{ and \\} for braces in a text.',
    'Una pregunta puede tener un par de “{” y “}”. Para llaves dentro de un texto, escriba \\{ y \\}.',
  ],
  noAnswers: [
    "This text has no answers, so it isn't a question.",
    'Este texto no tiene respuestas, así que no es una pregunta.',
  ],
  strayAnswer: [
    'This text among the answers begins with neither “=” nor “~”: {name}.',
    'Este texto entre las respuestas no empieza con “=” ni con “~”: {name}.',
  ],
  leftTooMuch: [
    "More than 20 parts of this question can't be imported. Simplify the question.",
    'Más de 20 partes de esta pregunta no se pueden importar. Simplifique la pregunta.',
  ],
  leftMore: [
    '{count, plural, one {{count} more part is} other {{count} more parts are}} left out.',
    '{count, plural, one {No se importa {count} parte más} other {No se importan {count} partes más}}.',
  ],
  leftPicture: [
    'Missing picture: {name}. Questions can only have text.',
    'Falta la imagen {name}. Las preguntas solo pueden tener texto.',
  ],
  leftPictureOf: [
    'Missing picture: {name} (“{alt}”). Questions can only have text.',
    'Falta la imagen {name} (“{alt}”). Las preguntas solo pueden tener texto.',
  ],
  leftMedia: [
    'Missing media: {name}. Questions can only have text.',
    'Falta el archivo multimedia {name}. Las preguntas solo pueden tener texto.',
  ],
  leftFile: ['The file {name} is left out.', 'El archivo {name} no se importa.'],
  leftLink: [
    'The link to {name} is left out; its text stays.',
    'El enlace a {name} no se importa; su texto se conserva.',
  ],
  leftField: ['A form field is left out: {name}.', 'Un campo de formulario no se importa: {name}.'],
  leftFormula: ['A formula becomes plain text.', 'Una fórmula pasa a ser texto simple.'],
  leftFormat: [
    'Formatting, such as bold or color, is left out; the text stays.',
    'El formato, como negrita o color, no se importa; el texto se conserva.',
  ],
  leftTable: ['A table becomes plain text.', 'Una tabla pasa a ser texto simple.'],
  leftTip: ['A tooltip is left out: {name}.', 'Una descripción emergente no se importa: {name}.'],
  leftScript: ['A script or style is left out: {name}.', 'Un script o estilo no se importa: {name}.'],
  leftFeedback: ['Feedback is left out: {name}.', 'Los comentarios no se importan: {name}.'],
  leftRubric: ['An instruction is left out: {name}.', 'Una instrucción no se importa: {name}.'],
  leftText: ['This text is left out: {name}.', 'Este texto no se importa: {name}.'],
  leftCategory: ['The category is left out: {name}.', 'La categoría no se importa: {name}.'],
  leftColumn: ['The column “{name}” is left out.', 'La columna “{name}” no se importa.'],
  leftCell: ['The column “{column}” is left out: {name}.', 'La columna “{column}” no se importa: {name}.'],
  leftCorrect: [
    "Correct is left out, because this type doesn't use it: {name}.",
    'La columna Correcta no se importa, porque este tipo no la usa: {name}.',
  ],
  leftOptions: [
    'Options are left out, because this type has none: {name}.',
    'Las opciones no se importan, porque este tipo no tiene: {name}.',
  ],
  leftChoice: ['A choice without a match is left out: {name}.', 'Una opción sin pareja no se importa: {name}.'],
  leftWrong: ['A wrong answer is left out: {name}.', 'Una respuesta incorrecta no se importa: {name}.'],
  leftTemplate: ['The answer template is left out: {name}.', 'La plantilla de respuesta no se importa: {name}.'],
  partialCredit: [
    'Partial credit and deductions are left out: an option is either right or wrong.',
    'El puntaje parcial y los descuentos no se importan: una opción es correcta o incorrecta.',
  ],
  already: ['This bank already has this question.', 'Este banco ya tiene esta pregunta.'],
  twice: ['This question is in the file twice.', 'Esta pregunta está dos veces en el archivo.'],
  tooLong: ['Some text in this question is too long.', 'Un texto de esta pregunta es demasiado largo.'],
})
