import { texts } from '../../../platform/texts.ts'

export const studentWords = texts({
  title: ['Students', 'Estudiantes'],
  empty: [
    'No students yet. People appear here when they buy a course, sign up or are added by staff.',
    'Todavía no hay estudiantes. Aparecerán aquí cuando compren un curso, se registren o el personal los agregue.',
  ],
  student_id: ['Student ID', 'ID de estudiante'],
  loginid: ['Username', 'Nombre de usuario'],
  first_name: ['First Name', 'Nombre'],
  last_name: ['Last Name', 'Apellido'],
  code: ['Code', 'Código'],
  cart_items: ['Cart Items', 'Artículos en el carrito'],
  email: ['Email', 'Correo electrónico'],
  organization: ['Organization', 'Organización'],
  course_name: ['Course', 'Curso'],
  dob: ['Date of Birth', 'Fecha de nacimiento'],
  created_at: ['Created Date', 'Fecha de creación'],
  course_status: ['Course Status', 'Estado del curso'],
  report_state: ['Reporting', 'Informe'],
  report_agency: ['Reported To', 'Informe enviado a'],
  report_code: ['Agency Response', 'Respuesta de la agencia'],
  user_status: ['User Status', 'Estado del usuario'],
  phone: ['Phone', 'Teléfono'],
  audio: ['Audio', 'Audio'],
  progress: ['Progress (%)', 'Progreso (%)'],
  last_activity: ['Last Activity', 'Última actividad'],
  num_certs: ['Certificates', 'Certificados'],
  certificates_sent: ['Certificate Sent', 'Certificado enviado'],
  purchased_via: ['Purchased via', 'Comprado en'],
  purchased_via_shop: ['Purchased via {value}', 'Comprado en {value}'],
  paid: ['Paid', 'Pagado'],
  passed: ['Passed', 'Aprobado'],
  view_profile: ['View Profile', 'Ver perfil'],
  edit_profile: ['Edit Profile', 'Editar perfil'],
  add_student: ['Add Student', 'Agregar estudiante'],
  enable: ['Enable', 'Habilitar'],
  disable: ['Disable', 'Deshabilitar'],
  view_as: ['View As..', 'Ver como..'],
  charge: ['Charge', 'Cobrar'],
})

/** Where the report of a completion stands. */
export const reportStates = {
  1: ['Due', 'Pendiente'],
  2: ['Sending', 'Enviando'],
  3: ['Will be sent again', 'Se enviará de nuevo'],
  4: ['Accepted', 'Aceptado'],
  5: ['Rejected', 'Rechazado'],
} as const

export const agencies = {
  1: ['FLHSMV', 'FLHSMV'],
  2: ['FMCSA', 'FMCSA'],
  3: ['State agency', 'Agencia estatal'],
} as const
