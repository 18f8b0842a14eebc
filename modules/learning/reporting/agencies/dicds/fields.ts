import { type AccountField, isTable, testRecords } from '#modules/learning/reporting/agencies/account-fields.ts'
import { readDicdsWsdl } from './read-dicds-wsdl.ts'

/** The settings of a school's account. Settings on which the sources disagree have no default. */
export const dicdsFields: readonly AccountField[] = [
  { name: 'user_id', label: ['User ID', 'Id. de usuario'], kind: 'line', max: 50 },
  { name: 'password', label: ['Password', 'Contraseña'], kind: 'secret', max: 100 },
  { name: 'school_id', label: ['School ID', 'Id. de la escuela'], kind: 'line', max: 50 },
  { name: 'instructor', label: ['Instructor', 'Instructor'], kind: 'line', max: 50 },
  {
    name: 'start_time',
    label: ['Start time of online classes', 'Hora de inicio de las clases en línea'],
    hint: [
      "Hours and minutes in four digits. Use the time that the agency expects for online courses, such as 0001. Ask if you don't know it.",
      'Horas y minutos en cuatro dígitos. Use la hora que la agencia espera para los cursos en línea, como 0001. Pregúntele si no la conoce.',
    ],
    claims: [
      { text: ['0007', '0007'], source: ['program of one school', 'programa de una escuela'] },
      { text: ['0001', '0001'], source: ['program of another school', 'programa de otra escuela'] },
    ],
    kind: 'line',
    accepts: (value) => /^([01]\d|2[0-3])[0-5]\d$/.test(value),
    max: 4,
  },
  {
    name: 'courses',
    label: ['Course codes', 'Códigos de los cursos'],
    hint: [
      "One line for each course: our course ID = the agency's course, and after a comma the reason code for students who don't choose a reason. Example: 12 = 4001, B1",
      'Una línea por curso: nuestro id. del curso = el curso de la agencia y, después de una coma, el código del motivo para quienes no eligen uno. Ejemplo: 12 = 4001, B1',
    ],
    kind: 'table',
    accepts: (value) => isTable(value, /^[\w-]{1,20}(\s*,\s*[\w-]{1,5})?$/, /^\d{1,9}$/),
    max: 5_000,
  },
  {
    name: 'reasons',
    label: ['Reason codes', 'Códigos de los motivos'],
    hint: [
      "One line for each answer of the registration question: the answer = the agency's code. Example: Citation = B1",
      'Una línea por respuesta de la pregunta del registro: la respuesta = el código de la agencia. Ejemplo: Citation = B1',
    ],
    kind: 'table',
    accepts: (value) => isTable(value, /^[\w-]{1,5}$/),
    optional: true,
    max: 5_000,
  },
  {
    name: 'citation_date',
    label: ['Citation date', 'Fecha de la multa'],
    hint: [
      'Schools report this date in different ways. Ask the agency which one it expects.',
      'Las escuelas informan esta fecha de distintas maneras. Pregunte a la agencia cuál espera.',
    ],
    claims: [
      { text: ['Empty', 'Vacía'], source: ['programs of some schools', 'programas de algunas escuelas'] },
      {
        text: ['The date of completion', 'La fecha de finalización'],
        source: ['programs of other schools', 'programas de otras escuelas'],
      },
    ],
    kind: 'choice',
    choices: {
      record: ['The date of the citation', 'La fecha de la multa'],
      completion: ['The date of completion', 'La fecha de finalización'],
      empty: ['Leave empty', 'Dejar vacía'],
    },
    max: 20,
  },
  {
    name: 'wsdl',
    label: ['Service description (WSDL)', 'Descripción del servicio (WSDL)'],
    hint: [
      "Paste the agency's WSDL, with its schemas after it. It then decides the three fields below and the lengths of the values.",
      'Pegue el WSDL de la agencia, con sus esquemas a continuación. Así decide los tres campos siguientes y la longitud de los valores.',
    ],
    kind: 'document',
    accepts: (value) => readDicdsWsdl(value) !== null,
    optional: true,
    max: 200_000,
  },
  {
    name: 'namespace',
    label: ['Namespace', 'Espacio de nombres'],
    claims: [
      {
        text: ['http://wsPrimerComponentService/…', 'http://wsPrimerComponentService/…'],
        source: ['program of one school', 'programa de una escuela'],
      },
      {
        text: ['http://tempuri.org/', 'http://tempuri.org/'],
        source: ['program of another school, which guesses', 'programa de otra escuela, que lo supone'],
      },
    ],
    kind: 'line',
    max: 200,
  },
  { name: 'soap_action', label: ['SOAP action', 'Acción SOAP'], kind: 'line', max: 200 },
  {
    name: 'qualified',
    label: ['Parameters in the namespace', 'Parámetros en el espacio de nombres'],
    kind: 'choice',
    choices: { yes: ['Yes', 'Sí'], no: ['No', 'No'] },
    max: 3,
  },
  testRecords,
]
