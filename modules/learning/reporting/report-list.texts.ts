import { texts } from '#platform/texts.ts'

export const reportListTexts = texts({
  agencies: ['Agencies by course', 'Agencias por curso'],
  title: ['Completion Reports', 'Informes de finalización'],
  empty: [
    'No completion reports to show. They appear here when students pass a course that must be reported.',
    'No hay informes de finalización para mostrar. Aparecen aquí cuando un estudiante aprueba un curso que debe informarse.',
  ],
  viewAll: ['View all', 'Ver todo'],
  unfinished: ['Not accepted yet', 'Sin aceptar'],
  first_name: ['First Name', 'Nombre'],
  last_name: ['Last Name', 'Apellido'],
  course: ['Course', 'Curso'],
  organization: ['Organization', 'Organización'],
  agency: ['Agency', 'Agencia'],
  state_code: ['State', 'Estado de EE. UU.'],
  report_state: ['Report', 'Informe'],
  due_at: ['Due Before', 'Presentar antes de'],
  late: ['Late', 'Atrasado'],
  accepted_at: ['Accepted', 'Aceptado'],
  code: ['Code', 'Código'],
  receipt: ['Agency Number', 'Número de la agencia'],
  attempt: ['Attempts', 'Intentos'],
  completion_report_id: ['Report Number', 'Número del informe'],
  student_course_id: ['Course Number', 'Número del curso'],
  open: ['Open', 'Abrir'],
})
