import { texts } from '#platform/texts.ts'

/** `{source}` is the citation of the rule. */
export const programReportTexts = texts({
  unknown: [
    'The program of the course, “{program}”, is not one that we know.',
    'El programa del curso, “{program}”, no es uno que conozcamos.',
  ],
  open: [
    'A rule of the program is not confirmed: {rule}. Confirm it or leave it empty.',
    'Falta confirmar una regla del programa: {rule}. Confírmela o déjela vacía.',
  ],
  upcoming: ['From {day}: {problem}', 'A partir del {day}: {problem}'],
  state: [
    'The program is one of {state}, and the course does not name that state.',
    'El programa es de {state}, y el curso no nombra ese estado.',
  ],
  short: [
    'The program asks for at least {wanted} of instruction, and the outline requires {found}. ({source})',
    'El programa exige al menos {wanted} de instrucción, y el esquema requiere {found}. ({source})',
  ],
  shortWithout: [
    'The program asks for at least {wanted} of instruction, and the outline requires {found} without {without}. ({source})',
    'El programa exige al menos {wanted} de instrucción, y el esquema requiere {found} sin contar {without}. ({source})',
  ],
  long: [
    'The program allows at most {wanted}, and the outline requires {found}. ({source})',
    'El programa permite como máximo {wanted}, y el esquema requiere {found}. ({source})',
  ],
  breaks: ['breaks', 'los descansos'],
  quizzes: ['quizzes', 'los cuestionarios'],
  content_questions: ['questions about the content', 'las preguntas sobre el contenido'],
  questionTimes: [
    'Set a time limit for {n, plural, one {{n} question} other {{n} questions}} inside “{name}”: the program doesn’t count questions about the content as instruction, so their time is left out. ({source})',
    'Establezca un límite de tiempo para {n, plural, one {{n} pregunta} other {{n} preguntas}} dentro de “{name}”: el programa no cuenta las preguntas sobre el contenido como instrucción, así que su tiempo no se incluye. ({source})',
  ],
  timeLimit: [
    'Students of the program have {wanted} to finish. Set “Days to finish” to that or less. ({source})',
    'Los estudiantes del programa tienen {wanted} para terminar. Ponga esa cantidad o menos en “Días para terminar”. ({source})',
  ],
  examMissing: [
    'The program asks for a final exam, and the course has none. ({source})',
    'El programa exige un examen final y el curso no tiene. ({source})',
  ],
  examQuestions: [
    'The final exam of the program has {wanted}, and this one asks {found}. ({source})',
    'El examen final del programa tiene {wanted}, y este hace {found}. ({source})',
  ],
  examGrade: [
    '“{name}” is passed with {found}, and the program asks for {wanted}. ({source})',
    '“{name}” se aprueba con {found}, y el programa exige {wanted}. ({source})',
  ],
  examAttempts: [
    'The program allows {wanted} at the final exam. Limit its retakes. ({source})',
    'El programa permite {wanted} del examen final. Limite sus repeticiones. ({source})',
  ],
  examTime: [
    'The program gives at least {wanted} for the final exam. ({source})',
    'El programa da al menos {wanted} para el examen final. ({source})',
  ],
  answerTime: [
    'Identity questions may be answered for {found}, and the program allows {wanted}. ({source})',
    'Las preguntas de identidad se pueden responder durante {found}, y el programa permite {wanted}. ({source})',
  ],
  age: [
    'The program is for people who are {wanted}. Set the age under Registration. ({source})',
    'El programa es para personas de esta edad: {wanted}. Ponga la edad en Registro. ({source})',
  ],
  forbidden: [
    '“{title}” asks for data that the program forbids: {what}. ({source})',
    '“{title}” pide datos que el programa prohíbe: {what}. ({source})',
  ],
  offers: [
    'The program forbids offers before the course ends, and this course recommends others. ({source})',
    'El programa prohíbe ofertas antes de que termine el curso, y este recomienda otros. ({source})',
  ],
  agencyAccount: [
    'Completions can’t be reported yet: the account at this agency is missing or incomplete: {agency}. An Admin must set it up, with the number of the school there.',
    'Todavía no se pueden informar las finalizaciones: falta la cuenta en esta agencia o está incompleta: {agency}. Un administrador debe configurarla, con el número que la escuela tiene allí.',
  ],
  agencyMissing: [
    '{agency} refuses completions without this, and the course does not ask for it: {what}. Add a question to the registration.',
    '{agency} rechaza las finalizaciones sin este dato y el curso no lo pide: {what}. Agregue una pregunta al registro.',
  ],
  missing: [
    'The agency needs this of each student, and the course does not ask for it: {what}. Add a question to the registration. ({source})',
    'La agencia necesita este dato de cada estudiante y el curso no lo pide: {what}. Agregue una pregunta al registro. ({source})',
  ],
})
