import { type AccountField, isTable, testRecords } from '#modules/learning/reporting/agencies/account-fields.ts'

/** The fields that only some schools are known to send; the schema shows whether the service has them. */
const classFields: readonly AccountField[] = [
  {
    name: 'class_city',
    label: ['City of the class', 'Ciudad de la clase'],
    claims: [
      {
        text: ['With city, county and instructor of the class', 'Con ciudad, condado e instructor de la clase'],
        source: ['program of one school', 'programa de una escuela'],
      },
      { text: ['Without them', 'Sin ellos'], source: ['programs of other schools', 'programas de otras escuelas'] },
    ],
    kind: 'line',
    optional: true,
    max: 50,
  },
  {
    name: 'class_county_code',
    label: ['County code of the class', 'Código del condado de la clase'],
    kind: 'line',
    optional: true,
    max: 10,
  },
  {
    name: 'instructor_license',
    label: ["Instructor's license number", 'Número de licencia del instructor'],
    kind: 'line',
    optional: true,
    max: 20,
  },
  {
    name: 'instructor_name',
    label: ["Instructor's name", 'Nombre del instructor'],
    kind: 'line',
    optional: true,
    max: 100,
  },
]

/** The settings of a school's account. Settings on which the sources disagree have no default. */
export const tvccFields = (isWsdl: (text: string) => boolean): readonly AccountField[] => [
  { name: 'user_id', label: ['User ID', 'Id. de usuario'], kind: 'line', max: 50 },
  { name: 'password', label: ['Password', 'Contraseña'], kind: 'secret', max: 100 },
  {
    name: 'wsdl',
    label: ['Service description (WSDL)', 'Descripción del servicio (WSDL)'],
    hint: [
      "Paste the DMV's WSDL, with its schemas after it. It decides the names, order and form of the values.",
      'Pegue el WSDL del DMV, con sus esquemas a continuación. Decide los nombres, el orden y la forma de los valores.',
    ],
    kind: 'document',
    accepts: isWsdl,
    max: 200_000,
  },
  {
    name: 'modality',
    label: ['Modality', 'Modalidad'],
    hint: [
      'The DMV code for online courses. Schools are known to send 4T; ask the DMV for yours.',
      'El código del DMV para cursos en línea. Se sabe de escuelas que envían 4T; pida el suyo al DMV.',
    ],
    kind: 'line',
    accepts: (value) => /^[\w-]{1,10}$/.test(value),
    max: 10,
  },
  {
    name: 'courts',
    label: ['Court codes', 'Códigos de los tribunales'],
    hint: [
      "One line for each court or county, as students write it: the name = the DMV's court code. Example: Los Angeles = 19000",
      'Una línea por tribunal o condado, como lo escriben los estudiantes: el nombre = el código del DMV. Ejemplo: Los Angeles = 19000',
    ],
    kind: 'table',
    accepts: (value) => isTable(value, /^[\w-]{1,10}$/),
    max: 50_000,
  },
  {
    name: 'accepted_status',
    label: ['Status of an accepted completion', 'Estado de una finalización aceptada'],
    hint: [
      'The values of ccStatCd that mean accepted, separated by commas. Samples show SUCCESS and ACCEPTED; ask the DMV.',
      'Los valores de ccStatCd que significan aceptado, separados por comas. Los ejemplos muestran SUCCESS y ACCEPTED; pregunte al DMV.',
    ],
    claims: [
      { text: ['SUCCESS', 'SUCCESS'], source: ['programs of some schools', 'programas de algunas escuelas'] },
      { text: ['ACCEPTED', 'ACCEPTED'], source: ['programs of other schools', 'programas de otras escuelas'] },
    ],
    kind: 'line',
    accepts: (value) => /^\w+(\s*,\s*\w+)*$/.test(value),
    max: 100,
  },
  {
    name: 'date_form',
    label: ['Form of dates', 'Forma de las fechas'],
    hint: [
      'Only needed if the service description has dates as texts.',
      'Solo se necesita si la descripción del servicio tiene las fechas como textos.',
    ],
    claims: [
      {
        text: ['Date only: 2026-03-20', 'Solo fecha: 2026-03-20'],
        source: ['programs of some schools', 'programas de algunas escuelas'],
      },
      {
        text: ['Date and time: 2026-03-20T00:00:00', 'Fecha y hora: 2026-03-20T00:00:00'],
        source: ['program of another school', 'programa de otra escuela'],
      },
    ],
    kind: 'choice',
    choices: { date: ['2026-03-20', '2026-03-20'], datetime: ['2026-03-20T00:00:00', '2026-03-20T00:00:00'] },
    optional: true,
    max: 10,
  },
  ...classFields,
  testRecords,
]
