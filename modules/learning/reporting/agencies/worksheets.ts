import type { CompletionRecord } from '#modules/learning/reporting/record.ts'
import { dayIn } from '#platform/zone.ts'
import type { Worksheet } from './account-fields.ts'

const completionDay = ({ completed_at }: CompletionRecord) => dayIn('America/New_York', new Date(completed_at))

type Row = Worksheet['rows'][number]

const firstName: Row = { label: ['First name', 'Nombre'], value: ({ student }) => student.first_name }
const middleName: Row = { label: ['Middle name', 'Segundo nombre'], value: ({ student }) => student.middle_name }
const lastName: Row = { label: ['Last name', 'Apellido'], value: ({ student }) => student.last_name }
const suffix: Row = { label: ['Suffix', 'Sufijo'], value: ({ student }) => student.suffix }
const dob: Row = { label: ['Date of birth', 'Fecha de nacimiento'], value: ({ student }) => student.dob }
const license: Row = {
  label: ['License number', 'Número de la licencia'],
  value: ({ student }) => student.driver_license,
}
const licenseState: Row = {
  label: ['State that issued the license', 'Estado que emitió la licencia'],
  value: ({ student }) => student.license_state,
}
const completion: Row = { label: ['Completion date', 'Fecha de finalización'], value: completionDay }

/** 49 CFR 380.717. */
export const registryWorksheet: Worksheet = {
  portal: 'https://tpr.fmcsa.dot.gov/Provider',
  hint: [
    'The registry refuses a completion that it already has. If it calls one a duplicate, the completion is reported: check it off.',
    'El registro rechaza una finalización que ya tiene. Si indica que está duplicada, la finalización ya está informada: márquela.',
  ],
  fields: [
    {
      name: 'tpr_number',
      label: ['TPR number of the location', 'Número TPR de la sede'],
      hint: [
        'The number that the registry gave the training location of these courses.',
        'El número que el registro dio a la sede de capacitación de estos cursos.',
      ],
      kind: 'line',
      max: 50,
    },
  ],
  rows: [
    firstName,
    middleName,
    lastName,
    suffix,
    dob,
    license,
    licenseState,
    {
      label: ['License class or endorsement', 'Clase o endoso de la licencia'],
      value: ({ course }) => course.license_class,
    },
    { label: ['Type of training', 'Tipo de capacitación'], value: () => 'Theory' },
    { label: ['Provider', 'Proveedor'], value: ({ provider }) => provider.organization_name },
    {
      label: ['TPR number of the location', 'Número TPR de la sede'],
      value: (_record, { settings }) => settings.tpr_number ?? '',
    },
    completion,
  ],
}

/** The data that most agencies require. */
export const usualWorksheet: Worksheet = {
  fields: [],
  rows: [
    firstName,
    middleName,
    lastName,
    suffix,
    dob,
    license,
    licenseState,
    { label: ['Course', 'Curso'], value: ({ course }) => course.course_name },
    completion,
    { label: ['Citation number', 'Número de la multa'], value: ({ citation_number }) => citation_number },
    { label: ['County of the citation', 'Condado de la multa'], value: ({ citation_county }) => citation_county },
    { label: ['Court', 'Tribunal'], value: ({ court }) => court },
    { label: ['Deadline on the notice', 'Fecha límite del aviso'], value: ({ notice_due_on }) => notice_due_on },
    { label: ['Result', 'Resultado'], value: ({ outcome }) => (outcome === 'failed' ? 'Fail' : 'Pass') },
  ],
}
